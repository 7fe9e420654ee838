#include "document/recognize/table/network_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace octavo::document {
namespace {

// A word lies in a cell's box when this share of it does.
constexpr float kInside = 0.4f;

// The middles of rows (or columns): median over the cells that are in that one only; lines without
// such cells lie between their neighbours.
std::vector<float> middles(const Grid& grid, bool rows) {
  const auto count = static_cast<size_t>(rows ? grid.rows : grid.columns);
  std::vector<std::vector<float>> found(count);
  for (const GridCell& cell : grid.cells) {
    if (cell.box.empty() || (rows ? cell.row_span : cell.column_span) != 1) continue;
    found[static_cast<size_t>(rows ? cell.row : cell.column)].push_back(rows ? cell.box.center_y()
                                                                             : cell.box.center_x());
  }
  std::vector<float> result(count, std::numeric_limits<float>::quiet_NaN());
  for (size_t i = 0; i < count; ++i) {
    if (found[i].empty()) continue;
    const auto middle = found[i].begin() + static_cast<std::ptrdiff_t>(found[i].size() / 2);
    std::nth_element(found[i].begin(), middle, found[i].end());
    result[i] = *middle;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!std::isnan(result[i])) continue;
    size_t next = i;
    while (next < count && std::isnan(result[next])) ++next;
    const float before = i > 0 ? result[i - 1] : (next < count ? result[next] - 1 : 0);
    result[i] = next < count ? before + (result[next] - before) / static_cast<float>(next - i + 1)
                             : before + 1;
  }
  return result;
}

size_t nearest(const std::vector<float>& values, float x) {
  size_t best = 0;
  for (size_t i = 1; i < values.size(); ++i)
    if (std::abs(values[i] - x) < std::abs(values[best] - x)) best = i;
  return best;
}

// Cells as the network gives them, boxes in the frame.
Grid cells_of(const StructureTable& structure, const PointBox& area, float skew) {
  Grid grid;
  grid.rows = structure.rows;
  grid.columns = structure.columns;
  for (const StructureCell& cell : structure.cells) {
    GridCell& made = grid.cells.emplace_back();
    made.row = cell.row;
    made.column = cell.column;
    made.row_span = cell.row_span;
    made.column_span = cell.column_span;
    made.header = cell.header;
    if (cell.box.empty()) continue;
    const PointBox box{area.x0 + cell.box.x0 * area.width(), area.y0 + cell.box.y0 * area.height(),
                       area.x0 + cell.box.x1 * area.width(), area.y0 + cell.box.y1 * area.height()};
    made.box = sheared(box, skew);
  }
  complete_grid(grid);
  return grid;
}

}  // namespace

Grid network_grid(const TableInput& input, const StructureTable& structure, const PointBox& area) {
  if (structure.rows < 1 || structure.columns < 1 || input.words.empty() ||
      structure.rows > kMaxTablePlaces / structure.columns)
    return {};
  Grid grid = cells_of(structure, area, input.skew);
  const std::vector<float> rows = middles(grid, true), columns = middles(grid, false);
  std::vector<size_t> owner(static_cast<size_t>(grid.rows) * static_cast<size_t>(grid.columns));
  for (size_t i = 0; i < grid.cells.size(); ++i) {
    const GridCell& cell = grid.cells[i];
    for (int r = cell.row; r < cell.row + cell.row_span; ++r)
      for (int c = cell.column; c < cell.column + cell.column_span; ++c)
        owner[static_cast<size_t>(r) * static_cast<size_t>(grid.columns) + static_cast<size_t>(c)] =
            i;
  }
  size_t inside = 0;
  for (uint32_t w = 0; w < input.words.size(); ++w) {
    const PointBox& box = input.words[w].word.box;
    size_t best = grid.cells.size();
    float most = kInside;
    for (size_t i = 0; i < grid.cells.size(); ++i) {
      const float share = coverage(box, grid.cells[i].box);
      if (share <= most) continue;
      most = share;
      best = i;
    }
    if (best < grid.cells.size())
      ++inside;
    else
      best = owner[nearest(rows, box.center_y()) * static_cast<size_t>(grid.columns) +
                   nearest(columns, box.center_x())];
    grid.cells[best].words.push_back(w);
  }
  grid.confidence =
      structure.score * static_cast<float>(inside) / static_cast<float>(input.words.size());
  grid.reason = "structure network";
  return grid;
}

}  // namespace octavo::document
