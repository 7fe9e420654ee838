#include "document/recognize/table/grid.h"

#include <algorithm>

namespace octavo::document {
namespace {

bool before(const GridCell& a, const GridCell& b) {
  return a.row != b.row ? a.row < b.row : a.column < b.column;
}

// Which cell owns each place; -1 free.
class Places {
 public:
  Places(int rows, int columns)
      : columns_(columns), owner_(static_cast<size_t>(rows) * static_cast<size_t>(columns), -1) {}
  int& at(int row, int column) {
    return owner_[static_cast<size_t>(row) * static_cast<size_t>(columns_) +
                  static_cast<size_t>(column)];
  }
  void take(const GridCell& cell, int owner) {
    for (int r = cell.row; r < cell.row + cell.row_span; ++r)
      for (int c = cell.column; c < cell.column + cell.column_span; ++c) at(r, c) = owner;
  }

 private:
  int columns_;
  std::vector<int> owner_;
};

// Shrinks the spans of `cell` to free places; its first place is free.
void fit(GridCell& cell, Places& places) {
  int width = 1;
  while (width < cell.column_span && places.at(cell.row, cell.column + width) < 0) ++width;
  cell.column_span = width;
  int height = 1;
  const auto row_is_free = [&](int row) {
    for (int c = cell.column; c < cell.column + width; ++c)
      if (places.at(row, c) >= 0) return false;
    return true;
  };
  while (height < cell.row_span && row_is_free(cell.row + height)) ++height;
  cell.row_span = height;
}

// old line -> new line, with `keep` telling which stay.
std::vector<int> renumber(const std::vector<uint8_t>& keep) {
  std::vector<int> result(keep.size() + 1, 0);
  for (size_t i = 0; i < keep.size(); ++i) result[i + 1] = result[i] + keep[i];
  return result;
}

}  // namespace

void complete_grid(Grid& grid) {
  std::erase_if(grid.cells, [&](const GridCell& cell) {
    return cell.row < 0 || cell.column < 0 || cell.row >= grid.rows || cell.column >= grid.columns;
  });
  std::stable_sort(grid.cells.begin(), grid.cells.end(), before);
  Places places(grid.rows, grid.columns);
  std::vector<GridCell> kept;
  for (GridCell& cell : grid.cells) {
    cell.row_span = std::clamp(cell.row_span, 1, grid.rows - cell.row);
    cell.column_span = std::clamp(cell.column_span, 1, grid.columns - cell.column);
    const int owner = places.at(cell.row, cell.column);
    if (owner >= 0) {
      GridCell& holder = kept[static_cast<size_t>(owner)];
      holder.words.insert(holder.words.end(), cell.words.begin(), cell.words.end());
      continue;
    }
    fit(cell, places);
    places.take(cell, static_cast<int>(kept.size()));
    kept.push_back(std::move(cell));
  }
  for (int r = 0; r < grid.rows; ++r)
    for (int c = 0; c < grid.columns; ++c)
      if (places.at(r, c) < 0) {
        GridCell& empty = kept.emplace_back();
        empty.row = r, empty.column = c;
      }
  std::sort(kept.begin(), kept.end(), before);
  for (GridCell& cell : kept) std::sort(cell.words.begin(), cell.words.end());
  grid.cells = std::move(kept);
}

void keep_lines(Grid& grid, const std::vector<uint8_t>& rows, const std::vector<uint8_t>& columns) {
  const std::vector<int> new_row = renumber(rows), new_column = renumber(columns);
  std::vector<GridCell> kept;
  for (GridCell& cell : grid.cells) {
    const auto row = static_cast<size_t>(cell.row), column = static_cast<size_t>(cell.column);
    cell.row_span = new_row[row + static_cast<size_t>(cell.row_span)] - new_row[row];
    cell.column_span =
        new_column[column + static_cast<size_t>(cell.column_span)] - new_column[column];
    cell.row = new_row[row];
    cell.column = new_column[column];
    if (cell.row_span > 0 && cell.column_span > 0) kept.push_back(std::move(cell));
  }
  grid.cells = std::move(kept);
  grid.rows = new_row.back();
  grid.columns = new_column.back();
}

}  // namespace octavo::document
