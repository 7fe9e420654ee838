// Is this paragraph a heading? Not every bold line is: form labels, run-in heads and captions are
// not. Pure functions; thread-safe.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "document/block/page_facts.h"
#include "document/block/paragraphs.h"
#include "document/block/row.h"

namespace octavo::document {

// What comes after a paragraph, to tell a heading from a label.
struct Following {
  bool prose = false;  // running text, a list, a table or a figure that a heading could introduce
  bool plain = false;  // its type differs: smaller or not bold
  bool other_font = false;
  bool title = false;   // another heading
  bool marked = false;  // it opens like a list item
  size_t rows = 0;
  bool nothing = true;  // the page ends
};
// `font`: of the paragraph before.
Following describe_following(const std::vector<Row>& rows, size_t begin, size_t end,
                             const Column& column, const PageFacts& facts, uint16_t font);

// For paragraphs that layout took for text.
bool reads_as_title(const std::vector<Row>& rows, const Paragraph& paragraph,
                    const PageFacts& facts, const Following& next);
// For regions that layout took for titles: too long, a sentence, a label with its value, no
// letters.
bool cannot_be_title(const std::vector<Row>& rows, size_t begin, size_t end,
                     const PageFacts& facts);

// Rows of a title region -> titles: a change of type, a wide gap or a new section number parts
// them; a line end alone does not.
std::vector<Paragraph> split_titles(const std::vector<Row>& rows, const Column& column,
                                    const PageFacts& facts);

// "Abstract", "References", "参考文献" ...: headings by their words alone.
bool is_known_heading(std::string_view text);
bool is_references_heading(std::string_view text);

}  // namespace octavo::document
