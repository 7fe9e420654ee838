#include "document/layout/cell_columns.h"

#include <algorithm>

namespace octavo::document {
namespace {

constexpr float kLeastCut = 0.45F;  // ems; word spaces of loose justified text are narrower
constexpr float kLongCell = 10, kLongWideCell = 8;  // ems
constexpr float kParagraphPitch = 1.7F;             // ems
constexpr float kLongestCell = 32;                  // ems, on average
constexpr int kLongestRun = 6;                      // lines; cells are lower
constexpr int kRowsForOneCrossing = 8;

struct Edge {
  float x;
  int change;
};

// Strips that at most `allowed` of the pieces cover, at least `least` wide, between the outer
// edges.
std::vector<float> open_strips(std::vector<Edge> edges, int allowed, float least) {
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.x != b.x ? a.x < b.x : a.change < b.change;
  });
  std::vector<float> cuts;
  int depth = 0;
  bool inside = false, open = false;
  float from = 0;
  for (const Edge& edge : edges) {
    depth += edge.change;
    if (depth > allowed) {
      if (open && edge.x - from >= least) cuts.push_back((from + edge.x) / 2);
      inside = true, open = false;
    } else if (inside && !open) {
      open = true, from = edge.x;
    }
  }
  return cuts;
}

size_t column_of(const std::vector<float>& cuts, float x) {
  return static_cast<size_t>(std::upper_bound(cuts.begin(), cuts.end(), x) - cuts.begin());
}

// Long lines close below each other; those of one column, rows from top to bottom.
class Run {
 public:
  void add(const PagePiece& piece) {
    const float least = piece.line->wide_script ? kLongWideCell : kLongCell;
    const bool is_long = piece.box.width() >= least * piece.size;
    const bool follows = last_ != nullptr && piece.box.center_y() - last_->box.center_y() <
                                                 kParagraphPitch * piece.size;
    length_ = is_long ? (follows ? length_ + 1 : 1) : 0;
    longest_ = std::max(longest_, length_);
    last_ = &piece;
  }
  int longest() const { return longest_; }

 private:
  const PagePiece* last_ = nullptr;
  int length_ = 0, longest_ = 0;
};

void measure_cells(std::span<const PagePiece> pieces, std::span<const PieceRow> rows,
                   CellColumns& found) {
  std::vector<float> length(found.cuts.size() + 1, 0);
  std::vector<int> cells(found.cuts.size() + 1, 0);
  std::vector<Run> runs(found.cuts.size() + 1);
  float digits = 0, characters = 0;
  int crossing_run = 0;
  for (const PieceRow& row : rows) {
    bool several = false, crosses = false;
    for (const uint32_t i : row) {
      const PointBox& box = pieces[i].box;
      const size_t column = column_of(found.cuts, box.center_x());
      several = several || column != column_of(found.cuts, pieces[row.front()].box.center_x());
      crosses = crosses || column_of(found.cuts, box.x0) != column_of(found.cuts, box.x1);
      length[column] += box.width() / pieces[i].size;
      ++cells[column];
      runs[column].add(pieces[i]);
      if (column == 0) continue;
      digits += pieces[i].line->digits * pieces[i].line->characters;
      characters += pieces[i].line->characters;
    }
    found.rows += several;
    found.crossing += crosses;
    crossing_run = crosses ? crossing_run + 1 : 0;
    found.crossing_run = std::max(found.crossing_run, crossing_run);
  }
  for (size_t c = 0; c < cells.size(); ++c)
    if (cells[c] > 0)
      found.longest_cell = std::max(found.longest_cell, length[c] / static_cast<float>(cells[c]));
  for (const Run& run : runs) found.text_columns += run.longest() > kLongestRun;
  if (cells.back() > 0) found.last_cell = length.back() / static_cast<float>(cells.back());
  found.digits = characters > 0 ? digits / characters : 0;
}

// Middle distance of neighbouring rows in ems.
float row_pitch(std::span<const PagePiece> pieces, std::span<const PieceRow> rows, float size) {
  std::vector<float> pitches;
  for (size_t r = 1; r < rows.size(); ++r)
    pitches.push_back(pieces[rows[r].front()].box.center_y() -
                      pieces[rows[r - 1].front()].box.center_y());
  if (pitches.empty()) return 0;
  const auto middle = pitches.begin() + static_cast<long>(pitches.size() / 2);
  std::nth_element(pitches.begin(), middle, pitches.end());
  return *middle / size;
}

}  // namespace

CellColumns find_cell_columns(std::span<const PagePiece> pieces, std::span<const PieceRow> rows) {
  CellColumns found;
  found.row_count = static_cast<int>(rows.size());
  for (const PieceRow& row : rows) found.widest_row = std::max(found.widest_row, row.size());
  std::vector<Edge> edges;
  std::vector<float> sizes;
  size_t unread = 0;
  int several = 0;
  for (const PieceRow& row : rows) {
    if (row.size() < 2) continue;
    ++several;
    for (const uint32_t i : row) {
      edges.push_back({pieces[i].box.x0, 1});
      edges.push_back({pieces[i].box.x1, -1});
      sizes.push_back(pieces[i].size);
      unread += !pieces[i].line->read;
    }
  }
  if (sizes.empty()) return found;
  found.unread = unread * 2 > sizes.size();
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<long>(sizes.size() / 2), sizes.end());
  const float size = sizes[sizes.size() / 2];
  found.pitch = row_pitch(pieces, rows, size);
  found.cuts = open_strips(std::move(edges), several / kRowsForOneCrossing, kLeastCut * size);
  measure_cells(pieces, rows, found);
  return found;
}

CellColumns find_cell_columns(const LayoutFacts& facts, std::span<const uint32_t> lines) {
  const std::vector<PagePiece> pieces = line_pieces(facts, lines);
  std::vector<uint32_t> all(pieces.size());
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  return find_cell_columns(pieces, rows_of(pieces, all));
}

bool reads_as_table(const CellColumns& found) {
  if (found.columns() < 2 || holds_text(found) || has_fractions(found)) return false;
  if (found.crossing * 3 > found.row_count || found.longest_cell > kLongestCell) return false;
  if (found.columns() == 2) return found.rows >= 3 && found.digits > 0.4F;
  return found.rows >= 2 && found.rows * 3 >= found.row_count;
}

}  // namespace octavo::document
