#include "document/recognize/table/aligned_grid.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/recognize/table/column_gutters.h"
#include "document/recognize/table/heading.h"
#include "document/recognize/table/heading_cells.h"
#include "document/recognize/table/pieces.h"
#include "document/recognize/table/row_groups.h"
#include "document/recognize/table/table_rules.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {
namespace {

constexpr size_t kMostColumns = 200;
// A lone text is a title over the whole table when its middle is this near to the table's (share of
// width).
constexpr float kCentredTitle = 0.06f;
// Prose set in columns: pieces of at least this many words that fill their column, in most rows.
constexpr size_t kProseWords = 4;
constexpr float kProseShare = 0.55f, kProseFill = 0.8f;

using RowPieces = std::vector<std::vector<Piece>>;

// Extents of the columns' own texts in the rows after `from`.
std::vector<PointBox> column_extents(const RowPieces& rows, size_t from, size_t columns) {
  std::vector<PointBox> extents(columns);
  for (size_t r = from; r < rows.size(); ++r)
    for (const Piece& piece : rows[r])
      if (!piece.spans()) {
        PointBox& extent = extents[static_cast<size_t>(piece.first)];
        extent = hull(extent, piece.box);
      }
  return extents;
}

// What stands in a column alone, and what in two neighbouring columns at once.
struct ColumnUse {
  bool heading = false, body = false;
};

// The gutter after column `c` divides nothing: one side has no text of its own, or a heading stands
// on one side and the texts under it on the other.
bool divides_nothing(const RowPieces& rows, size_t heading, int c) {
  ColumnUse use[2];
  bool side_by_side = false;  // some row has text of its own on both sides
  for (size_t r = 0; r < rows.size(); ++r) {
    bool here[2] = {false, false};
    for (const Piece& piece : rows[r]) {
      if (piece.last < c || piece.first > c + 1 || piece.spans()) continue;
      const int side = piece.first - c;
      here[side] = true;
      (r < heading ? use[side].heading : use[side].body) = true;
    }
    side_by_side |= here[0] && here[1];
  }
  if (side_by_side) return false;
  const auto empty = [](const ColumnUse& u) { return !u.heading && !u.body; };
  if (empty(use[0]) || empty(use[1])) return true;
  return use[0].heading != use[1].heading && use[0].body != use[1].body;
}

class AlignedTable {
 public:
  explicit AlignedTable(const TableInput& input)
      : input_(input), rules_(sort_rules(input)), rows_(find_text_rows(input)) {}

  Grid build() {
    if (rows_.size() < 2) return {};
    heading_ = find_heading(input_, rows_, rules_);
    gutters_ = find_gutters(input_, {rows_, heading_, rules_.columns});
    if (gutters_.empty() || gutters_.size() >= kMostColumns) return {};
    pieces_ = cut_pieces(input_, rows_, gutters_);
    merge_columns();
    if (gutters_.empty() || is_prose()) return {};
    lay_out_heading_rows();
    add_body();
    if (grid_.rows < 2 || grid_.rows * grid_.columns > kMaxTablePlaces) return {};
    complete_grid(grid_);
    judge();
    return std::move(grid_);
  }

 private:
  size_t columns() const { return gutters_.size() + 1; }

  // Of two gutters around a column without text, the one that more spanning texts cross goes first.
  void merge_columns() {
    for (;;) {
      int worst = -1;
      size_t most = 0;
      for (size_t c = 0; c < gutters_.size(); ++c) {
        if (gutters_[c].drawn || !divides_nothing(pieces_, heading_, static_cast<int>(c))) continue;
        const size_t crossing = crossings(static_cast<int>(c));
        if (worst >= 0 && crossing <= most) continue;
        worst = static_cast<int>(c);
        most = crossing;
      }
      if (worst < 0) return;
      gutters_.erase(gutters_.begin() + worst);
      pieces_ = cut_pieces(input_, rows_, gutters_);
    }
  }

  size_t crossings(int gutter) const {
    size_t count = 0;
    for (const auto& row : pieces_)
      for (const Piece& piece : row) count += piece.first <= gutter && piece.last > gutter;
    return count;
  }

  // Two columns of running text, not of a table: most pieces are long and fill their column.
  bool is_prose() const {
    if (!rules_.columns.empty() || !rules_.full.empty() || columns() > 3) return false;
    const std::vector<PointBox> extents = column_extents(pieces_, 0, columns());
    size_t long_pieces = 0, all = 0;
    for (const auto& row : pieces_)
      for (const Piece& piece : row) {
        ++all;
        const float width = extents[static_cast<size_t>(piece.first)].width();
        long_pieces += piece.kind == CellKind::kText && piece.words.size() >= kProseWords &&
                       piece.box.width() >= kProseFill * width;
      }
    return static_cast<float>(long_pieces) >= kProseShare * static_cast<float>(all);
  }

  void lay_out_heading_rows() {
    const auto end = static_cast<ptrdiff_t>(heading_);
    HeadingLayout layout = lay_out_heading(input_, std::span(rows_).first(heading_),
                                           {pieces_.begin(), pieces_.begin() + end}, rules_,
                                           column_extents(pieces_, heading_, columns()));
    grid_.columns = static_cast<int>(columns());
    grid_.rows = layout.levels;
    grid_.cells = std::move(layout.cells);
    heading_levels_ = layout.levels;
  }

  // A lone text that is centred over the table, or reaches over columns, spans it all.
  bool is_title(const std::vector<const Piece*>& pieces) const {
    if (pieces.empty()) return false;
    PointBox box;
    bool spans = false;
    for (const Piece* piece : pieces) {
      if (piece->first != pieces[0]->first) return false;
      box = hull(box, piece->box);
      spans |= piece->spans();
    }
    if (spans) return true;
    const float off = std::abs(box.center_x() - rules_.text.center_x());
    return off < kCentredTitle * rules_.text.width() && columns() > 2 && pieces[0]->first > 0;
  }

  void add_group(const std::vector<const Piece*>& pieces) {
    const int row = grid_.rows++;
    const bool title = is_title(pieces);
    const size_t begin = grid_.cells.size();
    for (const Piece* piece : pieces) {
      const int first = title ? 0 : piece->first;
      const int last = title ? static_cast<int>(columns()) - 1 : piece->last;
      GridCell* target = nullptr;
      for (size_t i = begin; i < grid_.cells.size() && target == nullptr; ++i)
        if (grid_.cells[i].column <= last &&
            first < grid_.cells[i].column + grid_.cells[i].column_span)
          target = &grid_.cells[i];
      if (target == nullptr) {
        target = &grid_.cells.emplace_back();
        target->row = row;
        target->column = first;
        target->column_span = last - first + 1;
      }
      const int end = std::max(target->column + target->column_span, last + 1);
      target->column = std::min(target->column, first);
      target->column_span = end - target->column;
      target->box = hull(target->box, piece->box);
      target->words.insert(target->words.end(), piece->words.begin(), piece->words.end());
    }
  }

  void add_body() {
    const std::vector<bool> starts = find_row_starts(input_, rows_, pieces_, rules_, heading_);
    std::vector<const Piece*> group;
    for (size_t r = heading_; r < rows_.size(); ++r) {
      if (starts[r] && !group.empty()) {
        add_group(group);
        group.clear();
      }
      for (const Piece& piece : pieces_[r]) group.push_back(&piece);
    }
    if (!group.empty()) add_group(group);
  }

  // How much like a table it is: rows with texts in several columns, and few holes.
  void judge() {
    std::vector<int> filled(static_cast<size_t>(grid_.rows), 0);
    int places = 0;
    for (const GridCell& cell : grid_.cells)
      if (!cell.words.empty()) {
        ++filled[static_cast<size_t>(cell.row)];
        places += cell.column_span * cell.row_span;
      }
    const auto several = std::count_if(filled.begin(), filled.end(), [](int n) { return n > 1; });
    const float regular = static_cast<float>(several) / static_cast<float>(grid_.rows);
    const float fill = static_cast<float>(places) / static_cast<float>(grid_.rows * grid_.columns);
    grid_.confidence = 0.2f + 0.5f * regular + 0.3f * std::min(1.0f, fill / 0.6f);
    grid_.reason = rules_.full.empty() ? "aligned text" : "aligned text between rules";
  }

  const TableInput& input_;
  TableRules rules_;
  std::vector<TextRow> rows_;
  size_t heading_ = 0;
  std::vector<Gutter> gutters_;
  RowPieces pieces_;
  Grid grid_;
  int heading_levels_ = 0;
};

}  // namespace

Grid aligned_grid(const TableInput& input) { return AlignedTable(input).build(); }

}  // namespace octavo::document
