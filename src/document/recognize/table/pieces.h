// Printed rows cut at the columns: pieces of text, each with the columns it stands in.
#pragma once

#include <span>
#include <vector>

#include "document/recognize/table/cell_kind.h"
#include "document/recognize/table/column_gutters.h"
#include "document/recognize/table/table_input.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {

struct Piece {
  uint32_t row = 0;         // index of the text row
  int first = 0, last = 0;  // columns, inclusive
  PointBox box;
  std::vector<uint32_t> words;  // indices into TableInput::words, by x
  CellKind kind = CellKind::kText;
  bool bold = false;  // all of it
  bool year = false;

  bool spans() const { return last > first; }
};

// Of each row, left to right. Columns are numbered by `gutters`: column i lies left of gutter i.
std::vector<std::vector<Piece>> cut_pieces(const TableInput& input, std::span<const TextRow> rows,
                                           std::span<const Gutter> gutters);

}  // namespace octavo::document
