// Rows of one region -> paragraphs, by geometry: gaps, indents, short lines, changes of size and
// weight. A full stop alone never ends a paragraph. Pure functions; thread-safe; linear in the
// rows.
#pragma once

#include <cstddef>
#include <vector>

#include "document/block/marker.h"
#include "document/block/page_facts.h"
#include "document/block/row.h"

namespace octavo::document {

struct Paragraph {
  size_t begin = 0, end = 0;  // rows
  bool hard_lines = false;    // each row ends where the page means it to: verse, address, form
  bool gap_above = false;     // white space sets it off from the paragraph before it in the region
  bool indented = false;      // its first row is indented against the column
  bool centered = false;
};

// `starts[i]` is set where row i opens a list item or a numbered entry: a paragraph always begins
// there. Empty: no row does.
std::vector<Paragraph> split_paragraphs(const std::vector<Row>& rows, const Column& column,
                                        const PageFacts& facts,
                                        const std::vector<Marker>& starts = {});

// Would the first word of `next` have fitted behind `row`? Then the line ends there on purpose.
bool ends_early(const Row& row, const Row& next, float right_margin);
// The text ends a sentence: a full stop, question mark and so on, closing quotes and brackets after
// it allowed.
bool ends_sentence(std::string_view text);
// All rows are placed around one axis, and not all at the left margin.
bool is_centered(const std::vector<Row>& rows, size_t begin, size_t end, const Column& column);

}  // namespace octavo::document
