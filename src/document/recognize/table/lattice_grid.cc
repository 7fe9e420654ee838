#include "document/recognize/table/lattice_grid.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {
namespace {

// A lattice that encloses less of the words than this is decoration inside a table.
constexpr float kFairShare = 0.5f;
// A word reaches over a ruling when at least this share of the font size lies on either side.
constexpr float kReachOver = 0.4f;
// Rows and columns thinner than this share of the font size hold no text (double lines, spacers).
constexpr float kThin = 0.6f;
// Words of a row outside the lattice that are nearer than this (in font sizes) run on into each
// other.
// A filling's edge this near to a column line (points) is at it.
constexpr float kFillReach = 3.0f;
constexpr float kRunsOn = 0.7f;

size_t words_inside(const TableInput& input, const PointBox& box) {
  size_t count = 0;
  for (const TableWord& word : input.words)
    count += box.contains(word.word.box.center_x(), word.word.box.center_y());
  return count;
}

// Index of the interval of `lines` that holds x, clamped to the first and the last.
int interval(const std::vector<float>& lines, float x) {
  const auto after = std::upper_bound(lines.begin(), lines.end(), x);
  const auto index = static_cast<int>(after - lines.begin()) - 1;
  return std::clamp(index, 0, static_cast<int>(lines.size()) - 2);
}

// Cells of one printed row outside the lattice: by column, words that run on share a cell.
void add_outside_row(const TableInput& input, const RuledGrid& lattice, const TextRow& text,
                     int row, Grid& grid) {
  GridCell* open = nullptr;
  float end = 0;
  for (const uint32_t index : text.words) {
    const PointBox& box = input.words[index].word.box;
    const int column = interval(lattice.xs, box.center_x());
    const bool runs_on = open != nullptr && box.x0 - end < kRunsOn * text.size;
    if (open == nullptr || (!runs_on && column >= open->column + open->column_span)) {
      open = &grid.cells.emplace_back();
      open->row = row;
      open->column = column;
    }
    open->column_span = std::max(open->column_span, column - open->column + 1);
    open->words.push_back(index);
    open->box = hull(open->box, box);
    end = std::max(end, box.x1);
  }
}

void place_cells(const RuledGrid& lattice, int first_row, Grid& grid,
                 std::vector<uint32_t>& owner) {
  owner.assign(static_cast<size_t>(lattice.rows()) * static_cast<size_t>(lattice.columns()), 0);
  for (const LatticeCell& cell : lattice_cells(lattice)) {
    for (int r = cell.row; r < cell.row + cell.row_span; ++r)
      for (int c = cell.column; c < cell.column + cell.column_span; ++c)
        owner[static_cast<size_t>(r) * static_cast<size_t>(lattice.columns()) +
              static_cast<size_t>(c)] = static_cast<uint32_t>(grid.cells.size());
    GridCell& placed = grid.cells.emplace_back();
    placed.row = first_row + cell.row;
    placed.column = cell.column;
    placed.row_span = cell.row_span;
    placed.column_span = cell.column_span;
    const auto x = static_cast<size_t>(cell.column), y = static_cast<size_t>(cell.row);
    placed.box = {lattice.xs[x], lattice.ys[y],
                  lattice.xs[x + static_cast<size_t>(cell.column_span)],
                  lattice.ys[y + static_cast<size_t>(cell.row_span)]};
  }
}

// Rows and columns too thin for text go, unless a word ended up in a cell that has only them.
void drop_thin(const TableInput& input, const RuledGrid& lattice, int first_row, Grid& grid) {
  std::vector<uint8_t> rows(static_cast<size_t>(grid.rows), 1);
  std::vector<uint8_t> columns(static_cast<size_t>(grid.columns), 1);
  for (size_t r = 0; r + 1 < lattice.ys.size(); ++r)
    rows[static_cast<size_t>(first_row) + r] =
        lattice.ys[r + 1] - lattice.ys[r] >= kThin * input.em;
  for (size_t c = 0; c + 1 < lattice.xs.size(); ++c)
    columns[c] = lattice.xs[c + 1] - lattice.xs[c] >= kThin * input.em;
  for (const GridCell& cell : grid.cells) {
    if (cell.words.empty()) continue;
    rows[static_cast<size_t>(cell.row)] = 1;
    columns[static_cast<size_t>(cell.column)] = 1;
  }
  keep_lines(grid, rows, columns);
}

// The leftmost column line that the word reaches over; negative when there is none.
float cut_position(const TableWord& word, const RuledGrid& lattice) {
  const PointBox& box = word.word.box;
  if (!lattice.box.contains(box.center_x(), box.center_y())) return -1;
  const int row = interval(lattice.ys, box.center_y());
  const float reach = kReachOver * word.size;
  for (size_t line = 1; line + 1 < lattice.xs.size(); ++line) {
    const float x = lattice.xs[line];
    if (x >= box.x0 + reach && x <= box.x1 - reach &&
        lattice.has_vertical(row, static_cast<int>(line)))
      return x;
  }
  return -1;
}

// The two parts of a word cut at x; widths of characters are taken as equal, full-width ones as
// two.
bool cut_word(const TableWord& word, float x, TableWord& left, TableWord& right) {
  const std::u32string text = to_utf32(word.word.text);
  if (text.size() < 2) return false;
  float total = 0;
  for (const char32_t c : text) total += is_cjk(c) || is_hangul(c) ? 2 : 1;
  const float share = (x - word.word.box.x0) / word.word.box.width();
  size_t at = 0;
  float before = 0;
  while (at + 1 < text.size()) {
    const float width = is_cjk(text[at]) || is_hangul(text[at]) ? 2 : 1;
    if ((before + width / 2) / total > share) break;
    before += width;
    ++at;
  }
  at = std::clamp<size_t>(at, 1, text.size() - 1);
  left = right = word;
  left.word.text = to_utf8(std::u32string_view(text).substr(0, at));
  right.word.text = to_utf8(std::u32string_view(text).substr(at));
  left.word.box.x1 = right.word.box.x0 = x;
  right.word.space_before = false;
  return true;
}

std::optional<RuledGrid> largest_lattice(const TableInput& input, std::span<const Rule> rules) {
  std::optional<RuledGrid> best;
  size_t best_count = 0;
  for (RuledGrid& grid : find_ruled_grids(rules)) {
    if (grid.rows() * grid.columns() < 2) continue;
    const size_t count = words_inside(input, grid.box);
    if (best && count <= best_count) continue;
    best = std::move(grid);
    best_count = count;
  }
  if (!best || static_cast<float>(best_count) < kFairShare * static_cast<float>(input.words.size()))
    return std::nullopt;
  return best;
}

bool is_near_a_line(const std::vector<float>& lines, float x) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](float line) { return std::abs(line - x) <= kFillReach; });
}

// Upper and lower edges of fillings that are as wide as some columns.
void add_fill_edges(const TableInput& input, const RuledGrid& lattice, std::vector<Rule>& rules) {
  for (const Fill& fill : input.fills) {
    if (!is_near_a_line(lattice.xs, fill.box.x0) || !is_near_a_line(lattice.xs, fill.box.x1))
      continue;
    for (const float y : {fill.box.y0, fill.box.y1})
      if (y > lattice.box.y0 + kFillReach && y < lattice.box.y1 - kFillReach)
        rules.push_back({{fill.box.x0, y, fill.box.x1, y}, true});
  }
}

}  // namespace

std::optional<RuledGrid> main_lattice(const TableInput& input) {
  std::optional<RuledGrid> lattice = largest_lattice(input, input.rules);
  if (!lattice) return lattice;
  std::vector<Rule> rules = input.rules;
  add_fill_edges(input, *lattice, rules);
  return rules.size() == input.rules.size() ? lattice : largest_lattice(input, rules);
}

Grid lattice_grid(const TableInput& input, const RuledGrid& lattice) {
  Grid grid;
  std::vector<uint32_t> above, below, inside;
  for (uint32_t i = 0; i < input.words.size(); ++i) {
    const float y = input.words[i].word.box.center_y();
    (y < lattice.ys.front() ? above : y > lattice.ys.back() ? below : inside).push_back(i);
  }
  const std::vector<TextRow> top = find_text_rows(input, above);
  const std::vector<TextRow> bottom = find_text_rows(input, below);
  const int first_row = static_cast<int>(top.size());
  const size_t rows = top.size() + static_cast<size_t>(lattice.rows()) + bottom.size();
  if (rows * static_cast<size_t>(lattice.columns()) > kMaxTablePlaces) return {};
  grid.rows = static_cast<int>(rows);
  grid.columns = lattice.columns();
  std::vector<uint32_t> owner;
  place_cells(lattice, first_row, grid, owner);
  for (const uint32_t i : inside) {
    const PointBox& box = input.words[i].word.box;
    const int row = interval(lattice.ys, box.center_y());
    const int column = interval(lattice.xs, box.center_x());
    const auto place = static_cast<size_t>(row) * static_cast<size_t>(lattice.columns()) +
                       static_cast<size_t>(column);
    grid.cells[owner[place]].words.push_back(i);
  }
  for (size_t i = 0; i < top.size(); ++i)
    add_outside_row(input, lattice, top[i], static_cast<int>(i), grid);
  for (size_t i = 0; i < bottom.size(); ++i)
    add_outside_row(input, lattice, bottom[i], first_row + lattice.rows() + static_cast<int>(i),
                    grid);
  complete_grid(grid);
  drop_thin(input, lattice, first_row, grid);
  grid.from_rules = true;
  grid.reason = "ruled lattice";
  grid.confidence = 1;
  return grid;
}

size_t split_words(TableInput& input, const RuledGrid& lattice) {
  std::vector<TableWord> words;
  words.reserve(input.words.size());
  size_t cut = 0;
  for (const TableWord& word : input.words) {
    TableWord rest = word;
    TableWord left, right;
    // Each cut leaves fewer characters on the right, so this ends.
    for (float x = cut_position(rest, lattice); x >= 0 && cut_word(rest, x, left, right);
         x = cut_position(rest, lattice)) {
      ++cut;
      words.push_back(left);
      rest = right;
    }
    words.push_back(rest);
  }
  input.words = std::move(words);
  return cut;
}

}  // namespace octavo::document
