#include "document/recognize/table/heading_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace octavo::document {
namespace {

// A text is centred on columns when the middles are this near: as a share of the columns' width,
// and at least this many font sizes.
constexpr float kCentred = 0.1f, kCentredLeast = 0.8f;
// Rows of a heading further apart than this (in font sizes, baseline to baseline) are levels.
constexpr float kFarApart = 1.9f;
// Lines of one label are no further apart than this.
constexpr float kLineDistance = 1.7f;
// A label whose middle is this near (as a share of its height) to the border of two levels is in
// both.
constexpr float kStraddles = 0.35f;

// Costs of choosing spans, in font sizes of misfit: taking further columns in, taking in the
// labels' column, leaving a column that has a text below without a heading.
constexpr float kExtended = 0.6f, kOverLabels = 1.5f, kUncovered = 0.25f;
// A text that sticks out of its columns fits worse by this share of what sticks out.
constexpr float kOutside = 0.3f;
// Wider tables have no headings that are worth the search.
constexpr size_t kMostCentred = 60;

class HeadingBuilder {
 public:
  HeadingBuilder(const TableInput& input, std::span<const TextRow> rows,
                 std::vector<std::vector<Piece>> pieces, const TableRules& rules,
                 std::span<const PointBox> columns)
      : input_(input),
        rows_(rows),
        pieces_(std::move(pieces)),
        rules_(rules),
        columns_(columns.begin(), columns.end()) {}

  HeadingLayout build() {
    // From the bottom, so that a row is laid over all that stands under it.
    for (size_t i = rows_.size(); i-- > 0;) {
      resolve_row(i);
      for (const Piece& piece : pieces_[i])
        if (!piece.spans()) {
          PointBox& column = columns_[static_cast<size_t>(piece.first)];
          column = hull(column, piece.box);
        }
    }
    find_levels();
    place_pieces();
    join_labels();
    raise_cells();
    return std::move(layout_);
  }

 private:
  int last_column() const { return static_cast<int>(columns_.size()) - 1; }
  PointBox extent(int first, int last) const {
    PointBox box;
    for (int c = first; c <= last; ++c) box = hull(box, columns_[static_cast<size_t>(c)]);
    return box;
  }
  float center_below(size_t i) const {
    return i + 1 < rows_.size() ? rows_[i + 1].center() : rows_[i].y1 + input_.em;
  }
  int pieces_inside(size_t row, int first, int last) const {
    if (row >= rows_.size()) return 0;
    return static_cast<int>(std::count_if(
        pieces_[row].begin(), pieces_[row].end(),
        [&](const Piece& piece) { return piece.first >= first && piece.last <= last; }));
  }
  // The next row that has text in these columns; rows_.size() when none has.
  size_t row_below(size_t i, int first, int last) const {
    for (size_t r = i + 1; r < rows_.size(); ++r)
      for (const Piece& piece : pieces_[r])
        if (piece.first <= last && piece.last >= first) return r;
    return rows_.size();
  }

  bool span_by_rule(size_t i, Piece& piece) const {
    for (const PointBox& rule : rules_.partial) {
      const float y = rule.center_y();
      if (y < piece.box.center_y() || y > center_below(i)) continue;
      if (overlap_x(rule, piece.box) < 0.5f * piece.box.width()) continue;
      int first = -1, last = -1;
      for (int c = 0; c <= last_column(); ++c) {
        const PointBox& column = columns_[static_cast<size_t>(c)];
        if (column.empty() || overlap_x(rule, column) < 0.5f * column.width()) continue;
        if (first < 0) first = c;
        last = c;
      }
      if (first < 0 || first > piece.last || last < piece.first) continue;
      piece.first = first;
      piece.last = last;
      return true;
    }
    return false;
  }

  bool is_centred(const Piece& piece, int first, int last) const {
    const PointBox box = extent(first, last);
    return std::abs(box.center_x() - piece.box.center_x()) <=
           std::max(kCentred * box.width(), kCentredLeast * input_.em);
  }

  // Each of the columns has a text of its own below row i, before anything that spans them.
  bool divided_below(size_t i, int first, int last) const {
    const size_t below = row_below(i, first, last);
    // A lone text over the body.
    if (below == rows_.size() && pieces_[i].size() == 1)
      return std::none_of(columns_.begin() + first, columns_.begin() + last + 1,
                          [](const PointBox& column) { return column.empty(); });
    return below < rows_.size() && pieces_inside(below, first, last) == last - first + 1;
  }

  // How badly (in font sizes) the piece stands over these columns: off their middle, and not flush
  // with either side where it is one column.
  float misfit(const Piece& piece, int first, int last) const {
    const PointBox box = extent(first, last);
    if (box.empty()) return 0;
    float off = std::abs(box.center_x() - piece.box.center_x());
    if (first == last)
      off = std::min({off, std::abs(box.x0 - piece.box.x0), std::abs(box.x1 - piece.box.x1)});
    const float outside =
        std::max(0.0f, box.x0 - piece.box.x0) + std::max(0.0f, piece.box.x1 - box.x1);
    return (off + kOutside * outside) / input_.em;
  }

  // Chooses the spans of the row's pieces together: each stays where it is or takes neighbouring
  // free columns that it is centred on and the row below divides. Least total misfit, by dynamic
  // programming from left to right: best[c] is the cheapest choice for the pieces so far that ends
  // before column c.
  void span_by_centre(size_t i) {
    struct Choice {
      float cost = 0;
      std::vector<std::pair<int, int>> spans;
    };
    std::vector<Piece>& row = pieces_[i];
    std::vector<std::optional<Choice>> best(columns_.size() + 1);
    best[0] = Choice{};
    const auto cost_of_gap = [&](int from, int to) {
      float cost = 0;
      if (row.size() == 1) return cost;  // a lone text may well leave all other columns alone
      for (int c = std::max(from, 1); c < to; ++c)
        if (row_below(i, c, c) < rows_.size()) cost += kUncovered;
      return cost;
    };
    for (size_t k = 0; k < row.size(); ++k) {
      std::vector<std::optional<Choice>> next(columns_.size() + 1);
      const int free_first = k == 0 ? 0 : row[k - 1].last + 1;
      const int free_last = k + 1 < row.size() ? row[k + 1].first - 1 : last_column();
      for (int first = std::min(free_first, row[k].first); first <= row[k].first; ++first)
        for (int last = row[k].last; last <= std::max(free_last, row[k].last); ++last) {
          const bool own = first == row[k].first && last == row[k].last;
          if (!own && (!is_centred(row[k], first, last) || !divided_below(i, first, last)))
            continue;
          float cost = misfit(row[k], first, last);
          if (!own) cost += first == 0 ? kExtended + kOverLabels : kExtended;
          for (int begin = 0; begin <= first; ++begin) {
            const auto& before = best[static_cast<size_t>(begin)];
            if (!before) continue;
            const float total = before->cost + cost + cost_of_gap(begin, first);
            auto& slot = next[static_cast<size_t>(last) + 1];
            if (slot && slot->cost <= total) continue;
            slot = *before;
            slot->cost = total;
            slot->spans.push_back({first, last});
          }
        }
      best = std::move(next);
    }
    const Choice* chosen = nullptr;
    float least = 0;
    for (size_t end = 0; end < best.size(); ++end) {
      if (!best[end]) continue;
      const float cost = best[end]->cost + cost_of_gap(static_cast<int>(end), last_column() + 1);
      if (chosen != nullptr && cost >= least) continue;
      chosen = &*best[end];
      least = cost;
    }
    if (chosen == nullptr) return;
    for (size_t k = 0; k < row.size(); ++k) {
      row[k].first = chosen->spans[k].first;
      row[k].last = chosen->spans[k].second;
    }
  }

  // Headings of groups set flush left: each reaches to the next one, all over equally many columns.
  void span_to_next(size_t i) {
    std::vector<Piece>& row = pieces_[i];
    const size_t begin = !row.empty() && row.front().first == 0 ? 1 : 0;
    if (row.size() < begin + 2) return;
    int width = 0;
    for (size_t k = begin; k < row.size(); ++k) {
      const int end = k + 1 < row.size() ? row[k + 1].first - 1 : last_column();
      const int columns = end - row[k].first + 1;
      if (row[k].spans() || columns < 2 || (width > 0 && columns != width)) return;
      if (!divided_below(i, row[k].first, end)) return;
      width = columns;
    }
    for (size_t k = begin; k < row.size(); ++k) row[k].last = row[k].first + width - 1;
  }

  void resolve_row(size_t i) {
    std::vector<Piece>& row = pieces_[i];
    const std::vector<Piece> found = row;
    bool ruled = false;
    for (Piece& piece : row) ruled |= span_by_rule(i, piece);
    const auto share = [](const Piece& a, const Piece& b) { return a.last >= b.first; };
    if (std::adjacent_find(row.begin(), row.end(), share) != row.end()) {
      // Two texts over one rule: it does not tell.
      row = found;
      return;
    }
    if (ruled) return;
    if (columns_.size() <= kMostCentred) span_by_centre(i);
    span_to_next(i);
  }

  // A border between levels lies at each partial rule between rows, under texts that span columns
  // which the next row divides, and where rows are far apart.
  void find_levels() {
    std::vector<float> found;
    found.reserve(rules_.partial.size() + rules_.full.size());
    for (const PointBox& rule : rules_.partial) found.push_back(rule.center_y());
    for (const float y : rules_.full) found.push_back(y);
    for (size_t i = 0; i + 1 < rows_.size(); ++i) {
      if (rows_[i + 1].baseline - rows_[i].baseline > kFarApart * input_.em)
        found.push_back((rows_[i].y1 + rows_[i + 1].y0) / 2);
      for (const Piece& piece : pieces_[i]) {
        if (!piece.spans()) continue;
        const size_t below = row_below(i, piece.first, piece.last);
        if (below < rows_.size() && pieces_inside(below, piece.first, piece.last) > 1)
          found.push_back((piece.box.y1 + rows_[below].y0) / 2);
      }
    }
    std::sort(found.begin(), found.end());
    // One border between two rows, and none outside.
    size_t row = 0;
    for (const float y : found) {
      while (row < rows_.size() && rows_[row].center() < y) ++row;
      if (row == 0 || row == rows_.size()) continue;
      if (!borders_.empty() && borders_.back() > rows_[row - 1].center()) continue;
      borders_.push_back(y);
    }
    layout_.levels = static_cast<int>(borders_.size()) + 1;
  }

  int level_of(float y) const {
    return static_cast<int>(std::upper_bound(borders_.begin(), borders_.end(), y) -
                            borders_.begin());
  }

  // Adds the piece to the cells of its level; cells that share a column become one.
  void add_piece(const Piece& piece, int level) {
    GridCell cell;
    cell.row = level;
    cell.column = piece.first;
    cell.column_span = piece.last - piece.first + 1;
    cell.header = true;
    cell.box = piece.box;
    cell.words = piece.words;
    for (size_t i = 0; i < layout_.cells.size();) {
      GridCell& other = layout_.cells[i];
      const bool shares = other.row == level && other.column <= piece.last &&
                          cell.column < other.column + other.column_span &&
                          other.column < cell.column + cell.column_span;
      if (!shares) {
        ++i;
        continue;
      }
      const int end = std::max(cell.column + cell.column_span, other.column + other.column_span);
      cell.column = std::min(cell.column, other.column);
      cell.column_span = end - cell.column;
      cell.box = hull(cell.box, other.box);
      cell.words.insert(cell.words.end(), other.words.begin(), other.words.end());
      layout_.cells.erase(layout_.cells.begin() + static_cast<ptrdiff_t>(i));
      i = 0;
    }
    layout_.cells.push_back(std::move(cell));
  }

  void place_pieces() {
    for (const auto& row : pieces_)
      for (const Piece& piece : row) add_piece(piece, level_of(piece.box.center_y()));
    // A label in the middle of two levels.
    for (GridCell& cell : layout_.cells)
      for (const float border : borders_) {
        if (std::abs(cell.box.center_y() - border) > kStraddles * cell.box.height()) continue;
        const int upper = level_of(border) - 1;
        if (cell.column_span == 1 && is_free(cell, cell.row == upper ? upper + 1 : upper)) {
          cell.row = upper;
          cell.row_span = 2;
        }
      }
  }

  bool is_free(const GridCell& cell, int level) const {
    return std::none_of(layout_.cells.begin(), layout_.cells.end(), [&](const GridCell& other) {
      return &other != &cell && other.row <= level && level < other.row + other.row_span &&
             other.column < cell.column + cell.column_span &&
             cell.column < other.column + other.column_span;
    });
  }

  bool rule_between(const GridCell& upper, const GridCell& lower) const {
    const float from = upper.box.center_y(), to = lower.box.center_y();
    const auto separates = [&](float y) { return y > from && y < to; };
    return std::any_of(rules_.full.begin(), rules_.full.end(), separates) ||
           std::any_of(rules_.partial.begin(), rules_.partial.end(), [&](const PointBox& rule) {
             return separates(rule.center_y()) && overlap_x(rule, upper.box) > 0;
           });
  }

  // Lines of one label that fell into two levels, because a border of other columns runs between
  // them.
  void join_labels() {
    for (size_t i = 0; i < layout_.cells.size(); ++i)
      for (size_t j = 0; j < layout_.cells.size();) {
        GridCell &upper = layout_.cells[i], &lower = layout_.cells[j];
        const bool below = i != j && lower.row == upper.row + upper.row_span &&
                           lower.column == upper.column && lower.column_span == 1 &&
                           upper.column_span == 1;
        const float gap = lower.box.y0 - upper.box.y1;
        if (!below || gap > (kLineDistance - 1) * input_.em || rule_between(upper, lower)) {
          ++j;
          continue;
        }
        upper.row_span += lower.row_span;
        upper.box = hull(upper.box, lower.box);
        upper.words.insert(upper.words.end(), lower.words.begin(), lower.words.end());
        layout_.cells.erase(layout_.cells.begin() + static_cast<ptrdiff_t>(j));
        if (j < i) --i;
        j = 0;
      }
  }

  // A text under empty levels names its column alone: it takes them in.
  void raise_cells() {
    for (GridCell& cell : layout_.cells)
      while (cell.row > 0 && is_free(cell, cell.row - 1)) {
        --cell.row;
        ++cell.row_span;
      }
  }

  const TableInput& input_;
  std::span<const TextRow> rows_;
  std::vector<std::vector<Piece>> pieces_;
  const TableRules& rules_;
  std::vector<PointBox> columns_;  // of what stands under the row that is looked at
  std::vector<float> borders_;     // y between levels, ascending
  HeadingLayout layout_;
};

}  // namespace

HeadingLayout lay_out_heading(const TableInput& input, std::span<const TextRow> rows,
                              std::vector<std::vector<Piece>> pieces, const TableRules& rules,
                              std::span<const PointBox> columns) {
  if (rows.empty()) return {};
  return HeadingBuilder(input, rows, std::move(pieces), rules, columns).build();
}

}  // namespace octavo::document
