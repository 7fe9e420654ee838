#include "document/input/picture/page_density.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

// A sheet scanned for reading; A4 then has 1654 x 2339 pixels, a usual size of pictures without a
// value.
constexpr float kAssumed = 200;
constexpr float kLeast = 50, kMost = 1200;
// A fax has twice as many pixels along the line as across; more is a mistake.
constexpr float kMostStretch = 4;
constexpr float kSurelyMeant = 150;
constexpr float kLargestSheet = 16.5F * 23.4F;  // A2, square inches

bool believable(float x, float y, const FrameInfo& info) {
  // Written so that NaN is not believable.
  if (!(x >= kLeast && x <= kMost && y >= kLeast && y <= kMost)) return false;
  if (std::max(x, y) > kMostStretch * std::min(x, y)) return false;
  const float area = static_cast<float>(info.width) / x * (static_cast<float>(info.height) / y);
  return area <= kLargestSheet || std::min(x, y) >= kSurelyMeant;
}

}  // namespace

PageDensity page_density(const FrameInfo& info) {
  if (believable(info.dpi_x, info.dpi_y, info)) return {info.dpi_x, info.dpi_y};
  const float pixels = static_cast<float>(info.width) * static_cast<float>(info.height);
  const float assumed = std::max(kAssumed, std::sqrt(pixels / kLargestSheet));
  return {assumed, assumed};
}

}  // namespace octavo::document
