#include "document/layout/rows.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

constexpr float kRowTolerance = 0.45F;  // of the lower height, between the middles
constexpr float kSharedHeight = 0.5F;   // of the lower height
constexpr float kTall = 2.2F;           // times the lower height

}  // namespace

bool on_one_row(const PointBox& a, const PointBox& b) {
  const float lower = std::min(a.height(), b.height()), higher = std::max(a.height(), b.height());
  if (std::abs(a.center_y() - b.center_y()) <= kRowTolerance * lower) return true;
  // Raised and lowered marks beside letters; not lines beside a brace or an initial.
  return higher < kTall * lower && overlap_y(a, b) >= kSharedHeight * lower;
}

std::vector<PieceRow> rows_of(std::span<const PagePiece> pieces, std::span<const uint32_t> set) {
  // Areas take the place of their top: what stands beside them follows.
  const auto place = [&](uint32_t i) {
    return pieces[i].is_line() ? pieces[i].box.center_y() : pieces[i].box.y0;
  };
  std::vector<uint32_t> sorted(set.begin(), set.end());
  std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
    return place(a) != place(b) ? place(a) < place(b) : a < b;
  });
  std::vector<PieceRow> rows;
  uint32_t tallest = 0;  // of the last row
  for (const uint32_t i : sorted) {
    const bool joins = !rows.empty() && pieces[i].is_line() && pieces[tallest].is_line() &&
                       on_one_row(pieces[tallest].box, pieces[i].box);
    if (!joins) rows.emplace_back();
    if (!joins || pieces[i].box.height() > pieces[tallest].box.height()) tallest = i;
    rows.back().push_back(i);
  }
  for (PieceRow& row : rows)
    std::sort(row.begin(), row.end(), [&](uint32_t a, uint32_t b) {
      return pieces[a].box.x0 != pieces[b].box.x0 ? pieces[a].box.x0 < pieces[b].box.x0 : a < b;
    });
  return rows;
}

}  // namespace octavo::document
