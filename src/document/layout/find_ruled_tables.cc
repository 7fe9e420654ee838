#include "document/layout/find_ruled_tables.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "document/layout/cell_columns.h"
#include "document/layout/line_grid.h"
#include "document/page/rules/merge_rules.h"
#include "document/page/rules/ruled_grid.h"

namespace octavo::document {
namespace {

constexpr float kReach = 3;            // points by which text may lie over a rule
constexpr float kLeastRule = 40;       // points; shorter rules do not span a table
constexpr int kMostLinesInCell = 14;   // more in one cell that holds most of the text: a frame
constexpr int kMostLinesPerCell = 9;   // on average
constexpr float kMostPictures = 0.3F;  // of the area of a table
constexpr float kTick = 9;             // points, the longest tick on an axis
constexpr float kMostInCell = 0.7F;

PointBox widened(const PointBox& b, float by) {
  return {b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by};
}

// How the lines inside a lattice spread over its cells.
struct Filling {
  int cells = 0, filled = 0, lines = 0, most = 0;
};

Filling fill(const RuledGrid& grid, const LayoutFacts& facts, const std::vector<uint32_t>& lines) {
  const std::vector<LatticeCell> cells = lattice_cells(grid);
  const auto columns = static_cast<size_t>(grid.columns());
  std::vector<uint32_t> cell_at(static_cast<size_t>(grid.rows()) * columns, 0);
  for (uint32_t k = 0; k < cells.size(); ++k)
    for (int r = cells[k].row; r < cells[k].row + cells[k].row_span; ++r)
      for (int c = cells[k].column; c < cells[k].column + cells[k].column_span; ++c)
        cell_at[static_cast<size_t>(r) * columns + static_cast<size_t>(c)] = k;
  const auto place = [](const std::vector<float>& edges, float v) {
    const auto it = std::upper_bound(edges.begin(), edges.end(), v);
    const auto index = it - edges.begin() - 1;
    return static_cast<size_t>(std::clamp<long>(index, 0, static_cast<long>(edges.size()) - 2));
  };
  std::vector<int> in_cell(cells.size(), 0);
  Filling filling;
  filling.cells = static_cast<int>(cells.size());
  for (const uint32_t i : lines) {
    const PointBox& box = facts.lines[i].box;
    int& count =
        in_cell[cell_at[place(grid.ys, box.center_y()) * columns + place(grid.xs, box.center_x())]];
    filling.filled += count == 0;
    filling.most = std::max(filling.most, ++count);
    ++filling.lines;
  }
  return filling;
}

// A lattice with text in several of its cells; not a frame around text, not the grid of a chart.
bool is_table(const RuledGrid& grid, const Filling& f) {
  if (grid.columns() < 2 || f.filled < 2) return false;
  // A row of two cells: only when several rows of text stand in them.
  const bool lattice = f.cells >= 3 && f.filled >= 3 && (grid.rows() > 1 || grid.columns() > 2);
  if (!lattice && f.lines < 2 * f.filled) return false;
  const bool frame = f.most > kMostLinesInCell &&
                     static_cast<float>(f.most) > kMostInCell * static_cast<float>(f.lines);
  // Charts draw grids too, but their few words stand outside or at the edges.
  const bool empty = f.filled * 8 < f.cells && f.filled < 8;
  // Columns of text between column rules.
  const bool columns = f.lines > kMostLinesPerCell * f.filled;
  return !frame && !empty && !columns;
}

// Do pictures, curves, or shapes that follow no line of the lattice lie in it? Or ticks on its
// lines?
bool is_drawing(const RuledGrid& grid, const Filling& f, const Page& page,
                const LayoutFacts& facts) {
  float pictures = 0;
  for (size_t i = 0; i < page.content.pictures.size(); ++i)
    if (!is_ground(facts, facts.pictures[i])) pictures += overlap_area(facts.pictures[i], grid.box);
  if (pictures > kMostPictures * grid.box.area()) return true;
  int shapes = 0;
  const auto on = [](const std::vector<float>& edges, float v) {
    const auto it = std::lower_bound(edges.begin(), edges.end(), v - kReach);
    return it != edges.end() && *it <= v + kReach;
  };
  for (size_t i = 0; i < facts.shapes.size(); ++i) {
    const PointBox& b = facts.shapes[i];
    if (b.empty() || !grid.box.contains(b.center_x(), b.center_y())) continue;
    const bool cell =
        on(grid.xs, b.x0) && on(grid.xs, b.x1) && on(grid.ys, b.y0) && on(grid.ys, b.y1);
    if (!cell || page.content.shapes[i].curved) ++shapes;
  }
  if (shapes > std::max(4, f.filled)) return true;
  int ticks = 0, across = 0;
  for (const uint32_t i : grid.rules) {
    const Rule& rule = facts.rules[i];
    const float side = rule.horizontal ? grid.box.width() : grid.box.height();
    ++(rule.length() < kTick && rule.length() < side / 8 ? ticks : across);
  }
  return ticks >= 6 && ticks > across;
}

RegionDraft make_table(const LayoutFacts& facts, const PointBox& box, std::vector<uint32_t> lines,
                       std::vector<uint32_t> rules) {
  RegionDraft draft;
  draft.kind = RegionKind::kTable;
  draft.decided = true;
  draft.box = box;
  for (const uint32_t i : lines) draft.box = hull(draft.box, facts.lines[i].box);
  draft.size = facts.body_size;
  draft.lines = in_rows(facts, lines);
  draft.rules = std::move(rules);
  return draft;
}

// `used`: rules of lattices, tables or not. A stack of rules alone has no sides.
std::vector<RegionDraft> lattice_tables(const Page& page, const LayoutFacts& facts,
                                        const LineGrid& lines, std::vector<char>& taken,
                                        std::vector<char>& used) {
  std::vector<RegionDraft> tables;
  for (RuledGrid& grid : find_ruled_grids(facts.rules)) {
    for (const uint32_t i : grid.rules) used[i] = 1;
    std::vector<uint32_t> inside;
    for (const uint32_t i : lines.centered_in(widened(grid.box, kReach)))
      if (!taken[i]) inside.push_back(i);
    const Filling filling = fill(grid, facts, inside);
    if (!is_table(grid, filling) || is_drawing(grid, filling, page, facts)) continue;
    for (const uint32_t i : inside) taken[i] = 1;
    tables.push_back(make_table(facts, grid.box, std::move(inside), std::move(grid.rules)));
  }
  return tables;
}

// Horizontal rules with the same ends.
struct RuleStack {
  float x0, x1;
  std::vector<const MergedRule*> rules;  // downwards
};

std::vector<RuleStack> rule_stacks(const std::vector<MergedRule>& merged) {
  std::vector<RuleStack> stacks;
  constexpr size_t kMaxStacks = 64;
  for (const MergedRule& m : merged) {
    if (!m.rule.horizontal || m.rule.length() < kLeastRule) continue;
    const auto it = std::find_if(stacks.begin(), stacks.end(), [&](const RuleStack& s) {
      return std::abs(s.x0 - m.rule.box.x0) <= kReach && std::abs(s.x1 - m.rule.box.x1) <= kReach;
    });
    if (it != stacks.end())
      it->rules.push_back(&m);
    else if (stacks.size() < kMaxStacks)
      stacks.push_back({m.rule.box.x0, m.rule.box.x1, {&m}});
  }
  std::erase_if(stacks, [](const RuleStack& s) { return s.rules.size() < 2; });
  return stacks;
}

// Rows of cells rather than text: several columns in most rows, and no listing.
bool has_cells(const LayoutFacts& facts, const std::vector<uint32_t>& lines) {
  float characters = 0, monospace = 0;
  for (const uint32_t i : lines) {
    characters += facts.lines[i].characters;
    monospace += facts.lines[i].monospace * facts.lines[i].characters;
  }
  if (!facts.monospace_body && monospace > 0.8F * characters) return false;
  const CellColumns found = find_cell_columns(facts, lines);
  if (found.columns() < 2 || found.rows < 1 || holds_text(found) || has_fractions(found))
    return false;
  if (found.crossing * 3 > found.row_count) return false;
  if (found.columns() == 2) return found.rows * 5 >= found.row_count * 3;
  // Cells of many lines make many rows with one line.
  const bool wide_row = found.widest_row >= 3 && found.crossing * 4 <= found.row_count;
  return wide_row || found.rows * 5 >= found.row_count * 2;
}

// What stands between two neighbouring rules of a stack.
struct Slot {
  std::vector<uint32_t> lines;
  bool cells = false;   // rows of cells
  bool broken = false;  // white, running text or another table: no part of a table
};

Slot make_slot(const LayoutFacts& facts, const RuleStack& stack, size_t k, const LineGrid& lines,
               const std::vector<char>& taken, const std::vector<RegionDraft>& tables) {
  constexpr size_t kFewLines = 3;  // a heading over all columns
  const PointBox &above = stack.rules[k]->rule.box, &below = stack.rules[k + 1]->rule.box;
  const PointBox box{stack.x0 - 2 * kReach, above.y0 - kReach / 2, stack.x1 + 2 * kReach,
                     below.y1 + kReach / 2};
  Slot slot;
  for (const uint32_t i : lines.centered_in(box))
    if (!taken[i]) slot.lines.push_back(i);
  slot.cells = has_cells(facts, slot.lines);
  const bool white = slot.lines.empty() && below.y0 - above.y1 > 2 * facts.body_pitch;
  const bool other = std::any_of(tables.begin(), tables.end(), [&](const RegionDraft& table) {
    return overlap_area(table.box, box) > 0.1F * table.box.area();
  });
  slot.broken = white || other || (!slot.cells && slot.lines.size() > kFewLines);
  return slot;
}

// Runs of slots with cells are tables.
void stack_tables(const LayoutFacts& facts, const RuleStack& stack, const LineGrid& lines,
                  std::vector<char>& taken, std::vector<RegionDraft>& tables) {
  constexpr size_t kLeastLines = 4;
  std::vector<Slot> slots;
  for (size_t k = 0; k + 1 < stack.rules.size(); ++k)
    slots.push_back(make_slot(facts, stack, k, lines, taken, tables));
  for (size_t first = 0; first < slots.size(); ++first) {
    if (!slots[first].cells || slots[first].broken) continue;
    size_t last = first;
    for (size_t k = first + 1; k < slots.size() && !slots[k].broken; ++k)
      if (slots[k].cells) last = k;
    std::vector<uint32_t> inside, rules;
    for (size_t k = first; k <= last; ++k)
      inside.insert(inside.end(), slots[k].lines.begin(), slots[k].lines.end());
    std::sort(inside.begin(), inside.end());
    inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
    std::erase_if(inside, [&](uint32_t i) { return taken[i] != 0; });
    if (inside.size() < kLeastLines || !has_cells(facts, inside)) continue;
    for (const uint32_t i : inside) taken[i] = 1;
    for (size_t k = first; k <= last + 1; ++k)
      rules.insert(rules.end(), stack.rules[k]->parts.begin(), stack.rules[k]->parts.end());
    std::sort(rules.begin(), rules.end());
    const PointBox box{stack.x0, stack.rules[first]->rule.box.y0, stack.x1,
                       stack.rules[last + 1]->rule.box.y1};
    tables.push_back(make_table(facts, box, std::move(inside), std::move(rules)));
    first = last;
  }
}

}  // namespace

std::vector<RegionDraft> find_ruled_tables(const Page& page, const LayoutFacts& facts) {
  const LineGrid lines(facts);
  std::vector<char> taken(facts.lines.size(), 0);
  std::vector<char> used(facts.rules.size(), 0);
  std::vector<RegionDraft> tables = lattice_tables(page, facts, lines, taken, used);
  std::vector<Rule> free = facts.rules;
  for (size_t i = 0; i < free.size(); ++i)
    if (used[i]) free[i].box = {NAN, NAN, NAN, NAN};  // keeps the indices
  const std::vector<MergedRule> merged = merge_rules(free);
  for (const RuleStack& stack : rule_stacks(merged))
    stack_tables(facts, stack, lines, taken, tables);
  return tables;
}

}  // namespace octavo::document
