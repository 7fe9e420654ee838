// Words -> printed lines across the whole table: what shares a baseline, whatever column it is in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/recognize/table/table_input.h"

namespace octavo::document {

struct TextRow {
  float y0 = 0, y1 = 0;         // of its ordinary words (raised and lowered ones stick out)
  float baseline = 0;           // median
  float size = 0;               // median font size
  std::vector<uint32_t> words;  // indices into TableInput::words, by x0

  float height() const { return y1 - y0; }
  float center() const { return (y0 + y1) / 2; }
};

// Top to bottom. Pieces of lines join a row when they share more than half of their height with it
// and do not lie on top of its words. `chosen`: indices of the words to use; turned words form rows
// of their own.
std::vector<TextRow> find_text_rows(const TableInput& input, std::span<const uint32_t> chosen);
std::vector<TextRow> find_text_rows(const TableInput& input);  // of all words

}  // namespace octavo::document
