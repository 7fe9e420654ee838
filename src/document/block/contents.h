// Rows of a table of contents: entry, dot leaders, page number. Pure functions; thread-safe.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/block/row.h"
#include "octavo/document.h"

namespace octavo::document {

// Where the leaders of an entry stand in its text; `begin == end` when there are none.
struct Leaders {
  size_t begin = 0, end = 0;  // bytes; the page number, if any, follows `end`
  bool page_number = false;
};
Leaders find_leaders(std::string_view text);

// Entry and page number with leaders between them, or far apart on one row.
bool is_contents_row(const Row& row);

// Takes bytes [begin, end) out and leaves one space there.
void replace_by_space(Inlines& text, size_t begin, size_t end);

// Level of each entry, 0 outermost: by indent, or by section number where all stand at one edge.
std::vector<int> contents_levels(const std::vector<float>& lefts, float tolerance,
                                 const std::vector<std::string>& texts);

// "Contents", "Table of Contents", "目录", "Inhalt" ...
bool is_contents_title(std::string_view text);

}  // namespace octavo::document
