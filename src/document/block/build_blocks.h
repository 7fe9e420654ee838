// Layout + Answers -> Blocks of one page: paragraphs, headings, lists, tables, figures, code.
#pragma once

#include <vector>

#include "document/recognize/answer.h"

namespace octavo::document {

// A block and what order/ still needs to know about it to join and rank blocks over the document.
struct PageBlock {
  Block block;
  uint32_t region = 0;  // index into Layout::regions
  RegionKind region_kind = RegionKind::kText;
  float size = 0;  // dominant font size, points
  bool bold = false, all_caps = false, centered = false;
  int column = 0;  // index of the text column on the page, -1 when it spans columns
  bool starts_mid_sentence = false;  // first line is flush and begins like a continuation
  bool starts_flush = false;         // first line is flush: it may continue even with a capital
  bool ends_open = false;            // last line is full and ends without a sentence end
  float end_space = 0;               // room left on the last line, points
  float first_width = 0;             // what the first word needs, points
  int rows = 0;                      // printed rows
  bool parts = false;       // one row with wide white space inside: left and right part of a head
  bool hard_lines = false;  // its lines end where the page means it: nothing is joined to it
};

// In reading order. Everything the layout gave appears exactly once.
std::vector<PageBlock> build_blocks(const Page& page, const Layout& layout,
                                    std::vector<Answer> answers);

}  // namespace octavo::document
