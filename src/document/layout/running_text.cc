#include "document/layout/running_text.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

constexpr float kLongLine = 14;  // ems
constexpr float kLongWide = 9;   // ems of CJK
constexpr float kSeveralWords = 6;
constexpr float kSameEdge =
    1.5F;                    // ems by which edges of one paragraph may differ (first line indent)
constexpr float kPitch = 2;  // ems between the middles of neighbouring lines of a paragraph

bool is_long(const LineFacts& line) {
  return line.em(line.box.width()) >= (line.wide_script ? kLongWide : kLongLine);
}

bool follow_each_other(const LineFacts& a, const LineFacts& b) {
  const float dy = std::abs(a.box.center_y() - b.box.center_y());
  if (dy < 0.5F * a.size || dy > kPitch * a.size) return false;
  if (std::abs(a.size - b.size) > 0.2F * a.size) return false;
  return std::abs(a.box.x0 - b.box.x0) <= kSameEdge * a.size ||
         std::abs(a.box.x1 - b.box.x1) <= 0.5F * a.size;
}

// How many lines that `counts` accepts have a follower among the next few below that it accepts
// too.
template <class Accept>
int followed(const LayoutFacts& facts, std::span<const uint32_t> lines, const Accept& counts) {
  std::vector<uint32_t> sorted(lines.begin(), lines.end());
  std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
    const float ya = facts.lines[a].box.center_y(), yb = facts.lines[b].box.center_y();
    return ya != yb ? ya < yb : a < b;
  });
  constexpr size_t kLookAhead = 8;
  int count = 0;
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (!counts(facts.lines[sorted[i]])) continue;
    for (size_t k = i + 1; k < std::min(sorted.size(), i + 1 + kLookAhead); ++k)
      if (counts(facts.lines[sorted[k]]) &&
          follow_each_other(facts.lines[sorted[i]], facts.lines[sorted[k]])) {
        ++count;
        break;
      }
  }
  return count;
}

}  // namespace

bool is_running_text(const LayoutFacts& facts, const LineGrid& lines, uint32_t i) {
  const LineFacts& line = facts.lines[i];
  const PointBox around{line.box.x0 - line.size, line.box.center_y() - kPitch * line.size,
                        facts.width(), line.box.center_y() + kPitch * line.size};
  for (const uint32_t k : lines.centered_in(around))
    if (k != i && (is_long(line) || is_long(facts.lines[k])) &&
        follow_each_other(line, facts.lines[k]))
      return true;
  return false;
}

bool is_in_block(const LayoutFacts& facts, const LineGrid& lines, uint32_t i) {
  const LineFacts& line = facts.lines[i];
  const auto words = [](const LineFacts& l) { return l.em(l.box.width()) >= kSeveralWords; };
  if (!words(line)) return false;
  const float reach = 2 * kPitch * line.size;
  const PointBox around{line.box.x0 - line.size, line.box.center_y() - reach, facts.width(),
                        line.box.center_y() + reach};
  int others = 0;
  for (const uint32_t k : lines.centered_in(around)) {
    const LineFacts& other = facts.lines[k];
    others += k != i && words(other) && std::abs(other.box.x0 - line.box.x0) < line.size &&
              std::abs(other.size - line.size) < 0.25F * line.size;
  }
  return others >= 2;
}

bool holds_running_text(const LayoutFacts& facts, std::span<const uint32_t> lines) {
  constexpr int kPairs = 2;  // three lines
  return followed(facts, lines, is_long) >= kPairs;
}

float share_in_sequence(const LayoutFacts& facts, std::span<const uint32_t> lines) {
  if (lines.size() < 3) return 0;
  const int count = followed(facts, lines, [](const LineFacts&) { return true; });
  return static_cast<float>(count) / static_cast<float>(lines.size() - 1);
}

}  // namespace octavo::document
