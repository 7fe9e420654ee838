#include "document/page/picture_text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace octavo::document {
namespace {

constexpr int kLevels = 256;
// Paper is the commonest level; at least this share of the picture lies within kPaperBand of it.
constexpr int kPaperBand = 24;
constexpr double kPaperShare = 0.5;
constexpr int kInkContrast = 56;  // levels between paper and ink
constexpr double kMostInk = 0.4;
// A row through small letters changes between ink and paper at least once in this many pixels.
constexpr int kPixelsPerChange = 14;
constexpr int kLeastChanges = 8;
// Bands of such rows are as high as letters at these resolutions.
constexpr int kLeastBand = 3, kMostBand = 40;
constexpr int kLeastBands = 3;

int luma(const uint8_t* pixel, int channels) {
  return channels == 1 ? pixel[0] : (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8;
}

int paper_level(ImageView image, double& share) {
  std::array<int64_t, kLevels> histogram{};
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      ++histogram[static_cast<size_t>(luma(image.pixel(x, y), image.channels))];
  const auto peak =
      static_cast<int>(std::max_element(histogram.begin(), histogram.end()) - histogram.begin());
  int64_t near = 0;
  for (int level = std::max(0, peak - kPaperBand);
       level <= std::min(kLevels - 1, peak + kPaperBand); ++level)
    near += histogram[static_cast<size_t>(level)];
  share = static_cast<double>(near) / (static_cast<double>(image.width) * image.height);
  return peak;
}

}  // namespace

bool looks_like_text(ImageView image) {
  if (image.empty()) return false;
  double share = 0;
  const int paper = paper_level(image, share);
  if (share < kPaperShare) return false;
  const int needed = std::max(kLeastChanges, image.width / kPixelsPerChange / 2);
  int64_t ink = 0;
  int bands = 0, height = 0;
  for (int y = 0; y < image.height; ++y) {
    int changes = 0;
    bool dark = false;
    for (int x = 0; x < image.width; ++x) {
      const int difference = luma(image.pixel(x, y), image.channels) - paper;
      const bool now = difference > kInkContrast || difference < -kInkContrast;
      changes += now != dark;
      dark = now;
      ink += now;
    }
    if (changes >= needed) {
      ++height;
      continue;
    }
    bands += height >= kLeastBand && height <= kMostBand;
    height = 0;
  }
  const double inked = static_cast<double>(ink) / (static_cast<double>(image.width) * image.height);
  return bands >= kLeastBands && inked <= kMostInk;
}

}  // namespace octavo::document
