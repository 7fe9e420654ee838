#include "document/page/rules/ruled_grid.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "document/page/rules/merge_rules.h"

namespace octavo::document {
namespace {

// Rules that miss each other by this much still meet: rounding, line caps, thin outlines.
constexpr float kReach = 3.0f;
// Separators nearer than this are one: no text has a row or column that small.
constexpr float kSnap = 4.0f;
// A table open at its sides: rules reach at least this far beyond the last crossing rule.
constexpr float kOpenSide = 6.0f;
// An edge counts as drawn when rules cover this share of it; trimmed partial rules cover about 0.7.
constexpr float kDrawn = 0.5f;
// Ends of column lines further than this from the row lines are inside a row.
constexpr float kInsideRow = 6.0f;
constexpr float kStaggered = 18.0f;
constexpr size_t kMaxPlaces = 100'000;

// Disjoint sets with path halving; the smaller root wins, so the result does not depend on the
// order.
class Groups {
 public:
  explicit Groups(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  uint32_t find(uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(uint32_t a, uint32_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<uint32_t> parent_;
};

using Members = std::vector<const MergedRule*>;

struct Span {
  float from = 0, to = 0;
};

Span along(const Rule& rule) {
  return rule.horizontal ? Span{rule.box.x0, rule.box.x1} : Span{rule.box.y0, rule.box.y1};
}
float across(const Rule& rule) {
  return rule.horizontal ? rule.box.center_y() : rule.box.center_x();
}

// Rules of each connected set, sets ordered by their first rule. `merged` has the horizontal rules
// first, sorted by y.
std::vector<Members> connected_sets(const std::vector<MergedRule>& merged) {
  const auto first_vertical = std::find_if(merged.begin(), merged.end(),
                                           [](const MergedRule& m) { return !m.rule.horizontal; });
  Groups groups(merged.size());
  for (auto vertical = first_vertical; vertical != merged.end(); ++vertical) {
    const PointBox& v = vertical->rule.box;
    auto h =
        std::lower_bound(merged.begin(), first_vertical, v.y0 - kReach,
                         [](const MergedRule& m, float y) { return m.rule.box.center_y() < y; });
    for (; h != first_vertical && h->rule.box.center_y() <= v.y1 + kReach; ++h)
      if (h->rule.box.x0 <= v.center_x() + kReach && h->rule.box.x1 >= v.center_x() - kReach)
        groups.unite(static_cast<uint32_t>(h - merged.begin()),
                     static_cast<uint32_t>(vertical - merged.begin()));
  }
  std::vector<Members> of_root(merged.size());
  for (uint32_t i = 0; i < merged.size(); ++i) of_root[groups.find(i)].push_back(&merged[i]);
  std::erase_if(of_root, [](const Members& members) { return members.size() < 2; });
  return of_root;
}

// Positions of the separators that `members` of one direction draw, each the mean of what lies
// within kSnap, weighted by length.
std::vector<float> separators(const Members& members, bool horizontal) {
  std::vector<std::pair<float, float>> found;  // position, length
  for (const MergedRule* m : members)
    if (m->rule.horizontal == horizontal)
      found.push_back({across(m->rule), std::max(m->rule.length(), 0.01f)});
  std::sort(found.begin(), found.end());
  std::vector<float> result;
  for (size_t first = 0; first < found.size();) {
    double sum = 0, weight = 0;
    size_t i = first;
    for (; i < found.size() && found[i].first - found[first].first <= kSnap; ++i) {
      sum += static_cast<double>(found[i].first) * static_cast<double>(found[i].second);
      weight += static_cast<double>(found[i].second);
    }
    result.push_back(static_cast<float>(sum / weight));
    first = i;
  }
  return result;
}

// Adds the ends that at least two rules of the other direction share beyond the last separator: the
// sides of a table that is drawn without a frame.
void add_open_sides(const Members& members, bool horizontal, std::vector<float>& separators) {
  std::vector<float> starts, ends;
  for (const MergedRule* m : members) {
    if (m->rule.horizontal != horizontal) continue;
    starts.push_back(along(m->rule).from);
    ends.push_back(along(m->rule).to);
  }
  std::sort(starts.begin(), starts.end());
  std::sort(ends.begin(), ends.end(), std::greater<>());
  const auto second = [](const std::vector<float>& values) { return values[values.size() > 1]; };
  const bool open_start = starts.size() > 1 && second(starts) < separators.front() - kOpenSide;
  const bool open_end = ends.size() > 1 && second(ends) > separators.back() + kOpenSide;
  if (open_start) separators.insert(separators.begin(), second(starts));
  if (open_end) separators.push_back(second(ends));
}

size_t nearest(const std::vector<float>& values, float x) {
  const size_t after =
      static_cast<size_t>(std::lower_bound(values.begin(), values.end(), x) - values.begin());
  if (after == 0) return 0;
  if (after == values.size()) return after - 1;
  return x - values[after - 1] <= values[after] - x ? after - 1 : after;
}

// covered[line * units + unit] = length of that edge which rules of one direction cover.
std::vector<float> covered_edges(const Members& members, bool horizontal,
                                 const std::vector<float>& lines, const std::vector<float>& units) {
  std::vector<float> covered(lines.size() * (units.size() - 1), 0);
  for (const MergedRule* m : members) {
    if (m->rule.horizontal != horizontal) continue;
    const auto [from, to] = along(m->rule);
    const size_t line = nearest(lines, across(m->rule));
    size_t unit =
        static_cast<size_t>(std::upper_bound(units.begin(), units.end(), from) - units.begin());
    for (unit = unit == 0 ? 0 : unit - 1; unit + 1 < units.size() && units[unit] < to; ++unit)
      covered[line * (units.size() - 1) + unit] +=
          std::max(0.0f, std::min(to, units[unit + 1]) - std::max(from, units[unit]));
  }
  return covered;
}

// Removes inner separators of which no edge is drawn (the underline of a word, a tick box).
void drop_unused(const std::vector<float>& covered, const std::vector<float>& units,
                 std::vector<float>& lines) {
  std::vector<float> kept;
  for (size_t line = 0; line < lines.size(); ++line) {
    bool used = line == 0 || line + 1 == lines.size();
    for (size_t unit = 0; !used && unit + 1 < units.size(); ++unit)
      used = covered[line * (units.size() - 1) + unit] >= kDrawn * (units[unit + 1] - units[unit]);
    if (used) kept.push_back(lines[line]);
  }
  lines = std::move(kept);
}

// Column lines that stand close to each other but never in the same row are one: parts of a form
// drawn one after the other, each a little off.
void merge_staggered(const std::vector<float>& covered, const std::vector<float>& rows,
                     std::vector<float>& lines) {
  const size_t units = rows.size() - 1;
  const auto drawn = [&](size_t line, size_t row) {
    return covered[line * units + row] >= kDrawn * (rows[row + 1] - rows[row]);
  };
  std::vector<float> merged{lines.front()};
  size_t before = 0;  // the line that merged.back() came from last
  for (size_t line = 1; line < lines.size(); ++line) {
    const bool outer = line + 1 == lines.size() || merged.size() == 1;
    bool together = outer || lines[line] - merged.back() > kStaggered;
    for (size_t row = 0; !together && row < units; ++row)
      together = drawn(before, row) && drawn(line, row);
    if (together)
      merged.push_back(lines[line]);
    else
      merged.back() = (merged.back() + lines[line]) / 2;
    before = line;
  }
  lines = std::move(merged);
}

// Column lines that begin (or end) together inside a row divide it: a heading over several columns
// stands above the lines that divide them, with no line under it.
void add_common_ends(const Members& members, std::vector<float>& lines) {
  std::vector<float> ends;
  for (const MergedRule* m : members) {
    if (m->rule.horizontal) continue;
    for (const float y : {m->rule.box.y0, m->rule.box.y1}) {
      const float line = lines[nearest(lines, y)];
      if (y > lines.front() && y < lines.back() && std::abs(line - y) > kInsideRow)
        ends.push_back(y);
    }
  }
  std::sort(ends.begin(), ends.end());
  std::vector<float> added;
  for (size_t first = 0; first < ends.size();) {
    size_t last = first;
    while (last < ends.size() && ends[last] - ends[first] <= kReach) ++last;
    if (last - first > 1) added.push_back(ends[first + (last - first) / 2]);
    first = last;
  }
  for (const float y : added)
    if (std::abs(lines[nearest(lines, y)] - y) > kInsideRow)
      lines.insert(std::upper_bound(lines.begin(), lines.end(), y), y);
}

void mark_edges(const Members& members, RuledGrid& grid) {
  const size_t columns = grid.xs.size() - 1, rows = grid.ys.size() - 1;
  const std::vector<float> across_rows = covered_edges(members, true, grid.ys, grid.xs);
  const std::vector<float> across_columns = covered_edges(members, false, grid.xs, grid.ys);
  grid.horizontal.assign((rows + 1) * columns, 0);
  grid.vertical.assign(rows * (columns + 1), 0);
  for (size_t line = 0; line <= rows; ++line)
    for (size_t c = 0; c < columns; ++c)
      grid.horizontal[line * columns + c] =
          line == 0 || line == rows ||
          across_rows[line * columns + c] >= kDrawn * (grid.xs[c + 1] - grid.xs[c]);
  for (size_t line = 0; line <= columns; ++line)
    for (size_t r = 0; r < rows; ++r)
      grid.vertical[r * (columns + 1) + line] =
          line == 0 || line == columns ||
          across_columns[line * rows + r] >= kDrawn * (grid.ys[r + 1] - grid.ys[r]);
}

bool build_grid(const Members& members, RuledGrid& grid) {
  grid.xs = separators(members, false);
  grid.ys = separators(members, true);
  if (grid.xs.empty() || grid.ys.empty()) return false;
  add_open_sides(members, true, grid.xs);
  add_open_sides(members, false, grid.ys);
  if (grid.xs.size() < 2 || grid.ys.size() < 2) return false;
  if ((grid.xs.size() - 1) * (grid.ys.size() - 1) > kMaxPlaces) return false;
  // Rows first: a dropped row separator can only make the columns' edges longer, not shorter.
  drop_unused(covered_edges(members, true, grid.ys, grid.xs), grid.xs, grid.ys);
  drop_unused(covered_edges(members, false, grid.xs, grid.ys), grid.ys, grid.xs);
  merge_staggered(covered_edges(members, false, grid.xs, grid.ys), grid.ys, grid.xs);
  add_common_ends(members, grid.ys);
  mark_edges(members, grid);
  grid.box = {grid.xs.front(), grid.ys.front(), grid.xs.back(), grid.ys.back()};
  for (const MergedRule* m : members)
    grid.rules.insert(grid.rules.end(), m->parts.begin(), m->parts.end());
  std::sort(grid.rules.begin(), grid.rules.end());
  return true;
}

}  // namespace

std::vector<RuledGrid> find_ruled_grids(std::span<const Rule> rules) {
  const std::vector<MergedRule> merged = merge_rules(rules);
  std::vector<RuledGrid> grids;
  for (const Members& members : connected_sets(merged)) {
    RuledGrid grid;
    if (build_grid(members, grid)) grids.push_back(std::move(grid));
  }
  std::sort(grids.begin(), grids.end(), [](const RuledGrid& a, const RuledGrid& b) {
    if (a.box.y0 != b.box.y0) return a.box.y0 < b.box.y0;
    if (a.box.x0 != b.box.x0) return a.box.x0 < b.box.x0;
    return a.rules < b.rules;
  });
  return grids;
}

std::vector<LatticeCell> lattice_cells(const RuledGrid& grid) {
  const int rows = grid.rows(), columns = grid.columns();
  std::vector<uint8_t> taken(static_cast<size_t>(rows) * static_cast<size_t>(columns), 0);
  const auto place = [&](int r, int c) -> uint8_t& {
    return taken[static_cast<size_t>(r) * static_cast<size_t>(columns) + static_cast<size_t>(c)];
  };
  std::vector<LatticeCell> cells;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (place(row, column)) continue;
      LatticeCell cell{row, column};
      while (column + cell.column_span < columns && !place(row, column + cell.column_span) &&
             !grid.has_vertical(row, column + cell.column_span))
        ++cell.column_span;
      // Down while the whole width is open, free, and undivided there too.
      const auto extends = [&](int r) {
        for (int c = column; c < column + cell.column_span; ++c)
          if (place(r, c) || grid.has_horizontal(r, c) || (c > column && grid.has_vertical(r, c)))
            return false;
        return true;
      };
      while (row + cell.row_span < rows && extends(row + cell.row_span)) ++cell.row_span;
      for (int r = row; r < row + cell.row_span; ++r)
        for (int c = column; c < column + cell.column_span; ++c) place(r, c) = 1;
      cells.push_back(cell);
    }
  }
  return cells;
}

}  // namespace octavo::document
