// Lines of a region -> rows: what stands on one printed row, in a frame in which text always runs
// to the right and rows go down, whatever the writing direction. Pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/page/page.h"

namespace octavo::document {

struct Row {
  std::vector<const TextLine*> lines;  // along the row; owned by the region's Answer
  PointBox box;                        // on the page
  // In the reading frame: x along the text, y across the rows.
  float left = 0, right = 0, top = 0, bottom = 0;
  float baseline = 0;
  float size = 0;         // dominant font size, points
  float first_width = 0;  // of what the row's first word needs before a line may break
  int characters = 0;     // visible ones
  float bold = 0, italic = 0, monospace = 0;  // share of the characters, 0..1
  bool raised_start = false;                  // the first word is a superscript
  bool lost_mark = false;  // ink without a code stands before the first word: a bullet nobody named
  uint16_t font = 0;       // dominant font; meaningless for OCR
  bool parts = false;      // wide white space inside: label and value, item and price
  bool ocr = false;        // boxes and sizes are estimates
  std::string text;

  float width() const { return right - left; }
};

// Empty lines (no words, or words without text) are left out; every other line is in exactly one
// row, in the order given. Linear in the words.
std::vector<Row> make_rows(const std::vector<TextLine>& lines);

// Share of the rows' characters that are letters of scripts without word spaces, 0..1.
float cjk_share(const std::vector<Row>& rows);

}  // namespace octavo::document
