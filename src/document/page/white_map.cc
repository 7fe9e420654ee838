#include "document/page/white_map.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

// All in sizes of the line.
constexpr float kStreamWidth = 0.45f;  // what must stay white through the lines of a stream
constexpr float kNearest = 0.6f, kRowPitch = 2.6f;  // how far off the next line of a stream is
constexpr float kReach = 25.0f;   // how far from the gap a line may end and still stand beside it
constexpr float kWordGap = 1.0f;  // wider white parts cells, not words
constexpr int kMaxStep = 8;       // lines looked at in each direction
// So that a page with all its text on one line costs no more than another.
constexpr ptrdiff_t kMaxSegments = 256;

}  // namespace

WhiteMap::WhiteMap(const std::vector<LineDraft>& lines) {
  for (const LineDraft& line : lines) add(line);
  for (auto& [place, row] : rows_)
    std::sort(row.begin(), row.end(), [](const Segment& a, const Segment& b) {
      return a.u0 != b.u0 ? a.u0 < b.u0 : a.u1 < b.u1;
    });
}

int WhiteMap::stream(float g0, float g1, float v, float size, float left) const {
  return 1 + follow(g0, g1, v, size, left, -1) + follow(g0, g1, v, size, left, +1);
}

void WhiteMap::add(const LineDraft& line) {
  Segment current;
  bool open = false;
  for (const Mark& mark : line.marks) {
    if (mark.space) continue;
    if (open && mark.ink0 - current.u1 < kStreamWidth * line.size) {
      current.u0 = std::min(current.u0, mark.ink0);
      current.u1 = std::max(current.u1, mark.ink1);
      continue;
    }
    if (open) put(current);
    current = {mark.ink0, mark.ink1, line.v, line.size};
    open = true;
  }
  if (open) put(current);
}

void WhiteMap::put(const Segment& segment) { rows_[place(segment.v)].push_back(segment); }

int WhiteMap::place(float v) { return static_cast<int>(std::lround(std::clamp(v, -1e6f, 1e6f))); }

// The segments of a row that can lie around u.
std::span<const WhiteMap::Segment> WhiteMap::near(const std::vector<Segment>& row, float u,
                                                  float size) {
  const auto first =
      std::lower_bound(row.begin(), row.end(), u - 4 * kReach * size,
                       [](const Segment& segment, float least) { return segment.u0 < least; });
  const auto count = std::min<ptrdiff_t>(row.end() - first, kMaxSegments);
  return {first, static_cast<size_t>(count)};
}

// The next v in a direction at which something stands near the gap; NaN when there is none.
float WhiteMap::next_row(float g0, float g1, float v, float size, int direction) const {
  const float close = v + static_cast<float>(direction) * kNearest * size;
  const float far = v + static_cast<float>(direction) * kRowPitch * size;
  const auto begin = rows_.lower_bound(place(std::min(close, far)));
  const auto end = rows_.upper_bound(place(std::max(close, far)));
  const auto found = [&](const auto& entry) {
    for (const Segment& segment : near(entry.second, g0, size))
      if (segment.u1 >= g0 - kReach * size && segment.u0 <= g1 + kReach * size) return true;
    return false;
  };
  if (direction > 0) {
    for (auto row = begin; row != end; ++row)
      if (found(*row)) return static_cast<float>(row->first);
  } else {
    for (auto row = end; row != begin;)
      if (found(*--row)) return static_cast<float>(row->first);
  }
  return NAN;
}

bool WhiteMap::pass(float v, float size, float& g0, float& g1, float& length) const {
  bool left = false, right = false;
  float from = 0, until = -INFINITY;  // of the last cell before the gap
  // Everything within a third of a size of that baseline is the same line of print.
  const auto begin = rows_.lower_bound(place(v - size / 3));
  const auto end = rows_.upper_bound(place(v + size / 3));
  for (auto row = begin; row != end; ++row)
    for (const Segment& segment : near(row->second, g0, size)) {
      if (segment.u1 < g0 - kReach * size) continue;
      if (segment.u0 > g1 + kReach * size) break;
      const float middle = (g0 + g1) / 2;
      if (segment.u1 <= middle && segment.u0 < g0) {
        if (segment.u0 - until > kWordGap * size) from = segment.u0;
        until = std::max(until, segment.u1);
        g0 = std::max(g0, segment.u1);
        left = true;
      } else if (segment.u0 >= middle && segment.u1 > g1) {
        g1 = std::min(g1, segment.u0);
        right = true;
      } else {
        return false;
      }
    }
  length = left && right ? until - from : -1;
  return g1 - g0 >= kStreamWidth * size;
}

int WhiteMap::follow(float g0, float g1, float v, float size, float left, int direction) const {
  int lines = 0;
  for (int step = 0; step < kMaxStep; ++step) {
    v = next_row(g0, g1, v, size, direction);
    float length = -1;
    if (std::isnan(v) || !pass(v, size, g0, g1, length)) break;
    lines += length >= left * size;
  }
  return lines;
}

}  // namespace octavo::document
