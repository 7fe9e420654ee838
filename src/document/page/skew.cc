#include "document/page/skew.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace octavo::document {
namespace {

constexpr float kLongLine =
    6;  // length / height from which on the slope of a rectangle is exact enough
constexpr size_t kMinLines = 3;
constexpr float kAgree = 0.5F;        // degrees within which lines agree with the median
constexpr float kMinAgreeing = 0.6F;  // share of the length that must
constexpr float kMatters = 0.35F;     // degrees; 3 points over the width of A4
constexpr float kMost = 15;           // degrees; more is no accident of a scanner

struct Slope {
  float degrees = 0, weight = 0;
};

float total_weight(std::span<const Slope> slopes) {
  float sum = 0;
  for (const Slope& slope : slopes) sum += slope.weight;
  return sum;
}

}  // namespace

float skew_of(std::span<const PointQuad> quads) {
  std::vector<Slope> slopes;
  for (const PointQuad& q : quads) {
    const float dx = q.x[1] - q.x[0] + q.x[2] - q.x[3], dy = q.y[1] - q.y[0] + q.y[2] - q.y[3];
    const float length = std::hypot(dx, dy) / 2;
    const float height = std::hypot(q.x[3] - q.x[0], q.y[3] - q.y[0]);
    if (length < kLongLine * height) continue;
    slopes.push_back({std::atan2(dy, dx) * 180 / std::numbers::pi_v<float>, length});
  }
  if (slopes.size() < kMinLines) return 0;
  std::stable_sort(slopes.begin(), slopes.end(),
                   [](const Slope& a, const Slope& b) { return a.degrees < b.degrees; });
  const float all = total_weight(slopes);
  float seen = 0, median = 0;
  for (const Slope& slope : slopes) {
    seen += slope.weight;
    median = slope.degrees;
    if (seen >= all / 2) break;
  }
  if (std::abs(median) < kMatters || std::abs(median) > kMost) return 0;
  std::erase_if(slopes, [&](const Slope& s) { return std::abs(s.degrees - median) > kAgree; });
  if (total_weight(slopes) < kMinAgreeing * all || slopes.size() < kMinLines) return 0;
  float sum = 0;
  for (const Slope& slope : slopes) sum += slope.degrees * slope.weight;
  return sum / total_weight(slopes);
}

PointQuad turn_quad(const PointQuad& quad, float degrees, float center_x, float center_y) {
  const float radians = degrees * std::numbers::pi_v<float> / 180;
  const float cosine = std::cos(radians), sine = std::sin(radians);
  PointQuad turned;
  for (size_t i = 0; i < 4; ++i) {
    const float x = quad.x[i] - center_x, y = quad.y[i] - center_y;
    turned.x[i] = center_x + x * cosine - y * sine;
    turned.y[i] = center_y + x * sine + y * cosine;
  }
  return turned;
}

}  // namespace octavo::document
