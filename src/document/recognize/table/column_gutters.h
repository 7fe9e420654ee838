// Where the columns of a table without column lines are: upright strips that no row's text crosses,
// or only text that spans columns (headings, section rows, notes).
#pragma once

#include <span>
#include <vector>

#include "document/recognize/table/table_input.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {

struct Gutter {
  float x0 = 0, x1 = 0;       // free of text, spanning text apart; x0 <= x1
  float gap = 0;              // median distance between the words on either side, points
  float left = 0, right = 0;  // where the texts on either side usually end and begin
  int rows = 0;               // rows that have text in both columns next to it
  bool drawn = false;         // there is a column line in it
  float cut() const { return (x0 + x1) / 2; }
  // The gap is no wider than a space between words: only alignment over many rows shows the gutter.
  bool tight(float em) const { return !drawn && gap < 0.8f * em; }
};

// Left to right. `lines`: x of column lines that are drawn through the table, ascending; each
// becomes a gutter (or marks the found one it stands in). `from`, `to`: the rows to look at; rows
// before `heading` count less, as headings span columns. O(n log n) in the words, times the number
// of columns.
struct GutterRequest {
  std::span<const TextRow> rows;
  size_t heading = 0;
  std::span<const float> lines;
};
std::vector<Gutter> find_gutters(const TableInput& input, const GutterRequest& request);

}  // namespace octavo::document
