// OTSL, the model's table language (Lysak et al., "Optimized Table Tokenization for Table Structure
// Recognition", ICDAR 2023): <fcel> a cell with text, <ecel> an empty one, <lcel> goes on from the
// left, <ucel> from above, <xcel> from both, <nl> ends a row.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/document.h"

namespace octavo::document::protocol {

struct OtslCell {
  int row = 0, column = 0;
  int row_span = 1, column_span = 1;  // at least 1; may reach over other cells when the answer does
  std::string text;
};

struct OtslGrid {
  int rows = 0, columns = 0;
  std::vector<OtslCell> cells;  // in the answer's order
  std::vector<int> owner;       // of each place: index of the last cell that covers it, or -1

  size_t place(int row, int column) const {
    return static_cast<size_t>(row) * static_cast<size_t>(columns) + static_cast<size_t>(column);
  }
};

// More places than this are no table anyone printed; it also bounds the work (spans that all reach
// over each other cost about the places to the power of 1.5).
inline constexpr size_t kMaxTablePlaces = 200'000;

// nullopt only beyond kMaxTablePlaces. No cells (rows may be there) when the text has none. Short
// rows are filled with empty cells. As in the reference, text where none belongs (before the first
// token, behind <nl>) costs all cells behind it their text.
std::optional<OtslGrid> read_otsl(std::string_view answer);

// <table><tr><td rowspan="2" colspan="3">text</td>... in one line, text escaped; "" without cells.
// Equal to the reference's convert_otsl_to_html, but for tables beyond kMaxTablePlaces.
std::string to_html(const OtslGrid& grid);

// Every place in exactly one cell: where spans run over each other, the later cell has it, and what
// is left of the earlier one shrinks to a rectangle; its text stays with its first place left.
Table to_table(const OtslGrid& grid);

bool has_otsl_token(std::string_view text);

}  // namespace octavo::document::protocol
