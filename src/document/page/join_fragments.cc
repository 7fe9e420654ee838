#include "document/page/join_fragments.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

// The detector's rectangles reach about a third of their height beyond the ink on all sides, so
// that a gap of nothing between them is still two thirds of a line height of white.
constexpr float kMaxGap = 0.1F;       // of the height
constexpr float kSameHeight = 0.75F;  // of the lower to the higher
constexpr float kSameLine = 0.7F;     // common height, of the lower
constexpr float kTall = 1.5F;         // height / length: text on its side or written downwards

struct Piece {
  PointQuad quad;
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // hull

  explicit Piece(const PointQuad& q) : quad(q) {
    const auto [left, right] = std::minmax_element(q.x.begin(), q.x.end());
    const auto [top, bottom] = std::minmax_element(q.y.begin(), q.y.end());
    x0 = *left, x1 = *right, y0 = *top, y1 = *bottom;
  }
  float height() const { return std::hypot(quad.x[3] - quad.x[0], quad.y[3] - quad.y[0]); }
  float length() const { return std::hypot(quad.x[1] - quad.x[0], quad.y[1] - quad.y[0]); }
};

// `right` goes on where `left` ends.
bool continues(const Piece& left, const Piece& right) {
  const float low = std::min(left.height(), right.height());
  const float high = std::max(left.height(), right.height());
  if (low < kSameHeight * high) return false;
  if (left.height() > kTall * left.length() || right.height() > kTall * right.length())
    return false;
  // The ends that face each other, so that slopes do not count.
  const float gap = (right.quad.x[0] + right.quad.x[3] - left.quad.x[1] - left.quad.x[2]) / 2;
  if (gap > kMaxGap * high || gap < -0.5F * high) return false;
  const float top = std::max(left.quad.y[1], right.quad.y[0]);
  const float bottom = std::min(left.quad.y[2], right.quad.y[3]);
  return bottom - top >= kSameLine * low;
}

Piece joined(const Piece& left, const Piece& right) {
  PointQuad quad = left.quad;
  quad.x[1] = right.quad.x[1], quad.y[1] = right.quad.y[1];
  quad.x[2] = right.quad.x[2], quad.y[2] = right.quad.y[2];
  return Piece(quad);
}

}  // namespace

std::vector<PointQuad> join_fragments(std::vector<PointQuad> quads) {
  std::vector<Piece> pieces(quads.begin(), quads.end());
  const auto by_left = [](const Piece& a, const Piece& b) {
    return a.x0 != b.x0 ? a.x0 < b.x0 : a.y0 < b.y0;
  };
  std::stable_sort(pieces.begin(), pieces.end(), by_left);
  // Rows of a height below which hardly any line lies: a piece meets few others, however many there
  // are.
  float least = 1e9F;
  for (const Piece& piece : pieces) least = std::min(least, piece.y1 - piece.y0);
  const float row = std::max(4.0F, least);
  std::vector<std::vector<size_t>> rows;  // indices of open line ends, by the row of their middle
  const auto row_of = [&](float y) { return static_cast<size_t>(std::max(0.0F, y) / row); };
  std::vector<Piece> lines;
  for (const Piece& piece : pieces) {
    const size_t first = row_of(piece.y0), last = row_of(piece.y1);
    if (last >= rows.size()) rows.resize(last + 1);
    size_t best = SIZE_MAX;
    for (size_t r = first; r <= last; ++r)
      for (const size_t candidate : rows[r])
        if (continues(lines[candidate], piece) &&
            (best == SIZE_MAX || lines[candidate].x1 > lines[best].x1))
          best = candidate;
    if (best != SIZE_MAX) {
      lines[best] = joined(lines[best], piece);
    } else {
      best = lines.size();
      lines.push_back(piece);
    }
    // Line ends that lie left of everything still to come are out of reach.
    const float middle = (lines[best].quad.y[1] + lines[best].quad.y[2]) / 2;
    auto& here = rows[std::min(row_of(middle), rows.size() - 1)];
    std::erase_if(here, [&](size_t i) { return i == best || lines[i].x1 + row < piece.x0; });
    here.push_back(best);
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Piece& a, const Piece& b) {
    return a.y0 != b.y0 ? a.y0 < b.y0 : a.x0 < b.x0;
  });
  quads.clear();
  for (const Piece& line : lines) quads.push_back(line.quad);
  return quads;
}

}  // namespace octavo::document
