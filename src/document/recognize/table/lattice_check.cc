#include "document/recognize/table/lattice_check.h"

#include <algorithm>

#include "document/recognize/table/column_gutters.h"
#include "document/recognize/table/pieces.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {
namespace {

// Fewer printed rows in one row of the lattice prove nothing.
constexpr size_t kLeastRows = 3;
// Share of neighbouring printed rows inside a lattice row that must be rows of their own.
constexpr float kSeparateRows = 0.5f;
// A column without a line shows in at least this many rows, and in this share of the lattice's.
constexpr int kLeastColumnRows = 3;
constexpr float kColumnRows = 0.6f;
constexpr float kWideGap = 1.5f;  // font sizes

// Widest own text of each column.
std::vector<float> column_widths(const std::vector<std::vector<Piece>>& pieces, size_t columns) {
  std::vector<float> widths(columns, 0);
  for (const auto& row : pieces)
    for (const Piece& piece : row)
      if (!piece.spans()) {
        float& width = widths[static_cast<size_t>(piece.first)];
        width = std::max(width, piece.box.width());
      }
  return widths;
}

// Both rows have a number in one column, or the same columns filled with texts that end before the
// column does.
bool are_separate(const std::vector<Piece>& upper, const std::vector<Piece>& lower,
                  const std::vector<float>& widths) {
  size_t shared = 0, short_texts = 0;
  for (const Piece& a : upper)
    for (const Piece& b : lower) {
      if (a.first != b.first || a.last != b.last) continue;
      if (a.kind == CellKind::kNumber && b.kind == CellKind::kNumber && a.first > 0) return true;
      ++shared;
      short_texts +=
          a.box.width() < 0.7f * widths[static_cast<size_t>(a.first)] || a.words.size() == 1;
    }
  return shared >= 2 && shared == upper.size() && shared == lower.size() && short_texts == shared;
}

}  // namespace

bool draws_all_cells(const TableInput& input, const RuledGrid& lattice) {
  const std::vector<TextRow> rows = find_text_rows(input);
  const std::vector<float> lines(lattice.xs.begin() + 1, lattice.xs.end() - 1);
  const std::vector<Gutter> gutters = find_gutters(input, {rows, 0, lines});
  const float needed = kColumnRows * static_cast<float>(lattice.rows());
  for (const Gutter& gutter : gutters)
    if (!gutter.drawn && gutter.gap > kWideGap * input.em && gutter.rows >= kLeastColumnRows &&
        static_cast<float>(gutter.rows) >= needed)
      return false;
  const auto pieces = cut_pieces(input, rows, gutters);
  const std::vector<float> widths = column_widths(pieces, gutters.size() + 1);
  int pairs = 0, separate = 0;
  for (size_t band = 0; band + 1 < lattice.ys.size(); ++band) {
    std::vector<size_t> inside;
    for (size_t r = 0; r < rows.size(); ++r)
      if (rows[r].center() >= lattice.ys[band] && rows[r].center() < lattice.ys[band + 1])
        inside.push_back(r);
    if (inside.size() < kLeastRows) continue;
    for (size_t k = 0; k + 1 < inside.size(); ++k) {
      ++pairs;
      separate += are_separate(pieces[inside[k]], pieces[inside[k + 1]], widths);
    }
  }
  return static_cast<float>(separate) < kSeparateRows * static_cast<float>(std::max(pairs, 1));
}

}  // namespace octavo::document
