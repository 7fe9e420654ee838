#include "networks/table_tokens.h"

#include <algorithm>

namespace octavo {
namespace {

constexpr int kMaxPlaces = 10'000;

constexpr int index_of(std::string_view text) {
  for (int i = 0; i < kTableTokens; ++i)
    if (kTableTokenTexts[static_cast<size_t>(i)] == text) return i;
  return -1;
}
constexpr int kStart = index_of("sos"), kEnd = index_of("eos");
constexpr int kHead = index_of("<thead>"), kHeadEnd = index_of("</thead>");
constexpr int kRow = index_of("<tr>"), kRowEnd = index_of("</tr>");
constexpr int kPlainCell = index_of("<td></td>"), kCell = index_of("<td");
constexpr int kColumnSpan2 = index_of(" colspan=\"2\""),
              kColumnSpan20 = index_of(" colspan=\"20\"");
constexpr int kRowSpan2 = index_of(" rowspan=\"2\""), kRowSpan20 = index_of(" rowspan=\"20\"");
static_assert(kStart == 0 && kEnd == kTableTokens - 1 && kColumnSpan20 - kColumnSpan2 == 18 &&
              kRowSpan20 - kRowSpan2 == 18);

// Cells in the order written, `row` set, `column` not yet.
std::vector<StructureCell> read_cells(std::span<const TableStep> steps, int& rows, float& score) {
  std::vector<StructureCell> cells;
  bool in_head = false;
  rows = 0;
  float sum = 0;
  int count = 0;
  for (const TableStep& step : steps) {
    if (step.token == kEnd) break;
    if (step.token == kStart) continue;
    sum += step.probability;
    ++count;
    if (step.token == kHead) in_head = true;
    if (step.token == kHeadEnd) in_head = false;
    if (step.token == kRow) ++rows;
    if (step.token == kPlainCell || step.token == kCell) {
      if (rows == 0) rows = 1;  // a cell before any row
      cells.push_back({rows - 1, 0, 1, 1, in_head, step.box});
    }
    if (cells.empty()) continue;
    if (step.token >= kColumnSpan2 && step.token <= kColumnSpan20)
      cells.back().column_span = step.token - kColumnSpan2 + 2;
    if (step.token >= kRowSpan2 && step.token <= kRowSpan20)
      cells.back().row_span = step.token - kRowSpan2 + 2;
  }
  score = count > 0 ? sum / static_cast<float>(count) : 0;
  return cells;
}

// Which places of the grid are taken; rows grow to the right as needed.
class Occupancy {
 public:
  explicit Occupancy(int rows) : taken_(static_cast<size_t>(rows)) {}

  bool is_free(int row, int column) const {
    const auto& line = taken_[static_cast<size_t>(row)];
    return static_cast<size_t>(column) >= line.size() || !line[static_cast<size_t>(column)];
  }
  void take(int row, int column) {
    auto& line = taken_[static_cast<size_t>(row)];
    if (static_cast<size_t>(column) >= line.size()) line.resize(static_cast<size_t>(column) + 1);
    line[static_cast<size_t>(column)] = true;
  }
  int columns() const {
    size_t most = 0;
    for (const auto& line : taken_) most = std::max(most, line.size());
    return static_cast<int>(most);
  }

 private:
  std::vector<std::vector<bool>> taken_;
};

void place(StructureCell& cell, int rows, Occupancy& occupancy) {
  while (!occupancy.is_free(cell.row, cell.column)) ++cell.column;
  cell.row_span = std::min(cell.row_span, rows - cell.row);
  // A span stops where a cell from above reaches down.
  int span = 1;
  while (span < cell.column_span && occupancy.is_free(cell.row, cell.column + span)) ++span;
  cell.column_span = span;
  for (int r = cell.row; r < cell.row + cell.row_span; ++r)
    for (int c = cell.column; c < cell.column + cell.column_span; ++c) occupancy.take(r, c);
}

}  // namespace

StructureTable table_of_steps(std::span<const TableStep> steps) {
  StructureTable table;
  std::vector<StructureCell> cells = read_cells(steps, table.rows, table.score);
  if (cells.empty()) return {0, 0, {}, table.score};
  table.rows = cells.back().row + 1;  // rows without cells at the end are none
  Occupancy occupancy(table.rows);
  for (StructureCell& cell : cells) place(cell, table.rows, occupancy);
  table.columns = occupancy.columns();
  if (table.columns > kMaxPlaces / table.rows) return {0, 0, {}, table.score};
  for (int row = 0; row < table.rows; ++row)
    for (int column = 0; column < table.columns; ++column)
      if (occupancy.is_free(row, column)) cells.push_back({row, column, 1, 1, false, {}});
  std::stable_sort(cells.begin(), cells.end(), [](const StructureCell& a, const StructureCell& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  table.cells = std::move(cells);
  return table;
}

}  // namespace octavo
