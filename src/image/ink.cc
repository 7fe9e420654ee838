#include "image/ink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "image/convert.h"

namespace octavo {
namespace {

using Histogram = std::array<uint32_t, 256>;

// Side of the squares in which paper is estimated: several lines of text, so that most of a square
// is paper, yet small against shadows of a page fold or a lamp.
constexpr int kTile = 64;
// A square whose level is farther than this from the page's is covered (a picture, a black bar),
// not shaded.
constexpr int kMostShading = 64;
// Faint print (grey 225 on white) differs by 30; JPEG ringing and scanner grain stay below.
constexpr int kLeastContrast = 28;
constexpr float kNoiseFactor = 6;  // of a normal distribution, 2 in 10^9 lie farther out

int median(const Histogram& histogram) {
  uint64_t total = 0, below = 0;
  for (const uint32_t count : histogram) total += count;
  for (int level = 0; level < 256; ++level) {
    below += histogram[static_cast<size_t>(level)];
    if (below * 2 >= total) return level;
  }
  return 255;
}

// The most frequent level, counting its neighbours in: grain spreads a flat tone over a few levels.
// The brightest of equals.
int mode(const Histogram& histogram) {
  constexpr int kReach = 4;
  int best = 255;
  uint64_t best_count = 0;
  for (int level = 255; level >= 0; --level) {
    uint64_t count = 0;
    for (int i = std::max(0, level - kReach); i <= std::min(255, level + kReach); ++i)
      count += histogram[static_cast<size_t>(i)];
    if (count > best_count) {
      best_count = count;
      best = level;
    }
  }
  // The window finds the tone; its middle is where half of the window lies below.
  Histogram window{};
  for (int i = std::max(0, best - kReach); i <= std::min(255, best + kReach); ++i)
    window[static_cast<size_t>(i)] = histogram[static_cast<size_t>(i)];
  return median(window);
}

void count_levels(ImageView image, int channel, Histogram& histogram) {
  for (int y = 0; y < image.height; ++y) {
    const uint8_t* row = image.row(y) + channel;
    for (int x = 0; x < image.width; ++x) ++histogram[row[x * image.channels]];
  }
}

// Standard deviation of the grain from the median difference of horizontal neighbours: text and
// edges are too few to move a median.
float grain(ImageView image, int channel, int paper) {
  Histogram differences{};
  uint64_t total = 0;
  for (int y = 0; y < image.height; ++y) {
    const uint8_t* row = image.row(y) + channel;
    for (int x = 0; x + 1 < image.width; ++x)
      ++differences[static_cast<size_t>(
          std::abs(row[x * image.channels] - row[(x + 1) * image.channels]))];
    total += static_cast<uint64_t>(image.width - 1);
  }
  // A clean page is flat: more than half of all differences are 0.
  if (total == 0 || uint64_t(differences[0]) * 2 >= total) return 0;
  // Median of |a - b| in standard deviations, for two normal samples, and for two whose upper (or
  // lower) half was cut off at white (or black).
  constexpr float kWhole = 0.954F, kCut = 0.4F;
  const float difference = static_cast<float>(median(differences)) + 0.5F;
  const float whole = difference / kWhole;
  const bool cut = paper + whole >= 255 || paper - whole <= 0;
  return cut ? difference / kCut : whole;
}

struct PaperGrid {
  int columns = 0;
  std::vector<std::array<int, 3>> levels;  // [rows * columns][channel]
};

PaperGrid estimate_paper(ImageView image, const std::array<int, 3>& page_level) {
  PaperGrid grid;
  grid.columns = (image.width + kTile - 1) / kTile;
  for (int top = 0; top < image.height; top += kTile)
    for (int left = 0; left < image.width; left += kTile) {
      const ImageView tile = image.part({left, top, left + kTile, top + kTile});
      auto& level = grid.levels.emplace_back();
      for (int c = 0; c < image.channels; ++c) {
        Histogram histogram{};
        count_levels(tile, c, histogram);
        const int here = median(histogram);
        const int page = page_level[static_cast<size_t>(c)];
        level[static_cast<size_t>(c)] = std::abs(here - page) <= kMostShading ? here : page;
      }
    }
  return grid;
}

// One row of 0/1: which pixels stand off the paper.
void mark_row(ImageView image, int y, const PaperGrid& paper, const std::array<int, 3>& contrast,
              std::vector<uint8_t>& marks) {
  const auto* levels = paper.levels.data() + static_cast<size_t>(y / kTile) * paper.columns;
  const uint8_t* pixel = image.row(y);
  for (int x = 0; x < image.width; ++x, pixel += image.channels) {
    const auto& level = levels[x / kTile];
    bool off = false;
    for (int c = 0; c < image.channels; ++c)
      off |= std::abs(pixel[c] - level[static_cast<size_t>(c)]) > contrast[static_cast<size_t>(c)];
    marks[static_cast<size_t>(x) + 1] = off;
  }
}

}  // namespace

InkMeasure measure_ink(ImageView image) {
  if (image.empty()) return {};
  std::array<int, 3> page_level{}, contrast{};
  InkMeasure result;
  for (int c = 0; c < image.channels; ++c) {
    Histogram histogram{};
    count_levels(image, c, histogram);
    page_level[static_cast<size_t>(c)] = mode(histogram);
    const float noise = grain(image, c, page_level[static_cast<size_t>(c)]);
    result.noise = std::max(result.noise, noise);
    contrast[static_cast<size_t>(c)] =
        std::max(kLeastContrast, static_cast<int>(std::lround(kNoiseFactor * noise)));
  }
  const PaperGrid paper = estimate_paper(image, page_level);
  // Marks of three rows, with one empty place at either end, so that every pixel has four
  // neighbours.
  std::array<std::vector<uint8_t>, 3> rows;
  rows.fill(std::vector<uint8_t>(static_cast<size_t>(image.width) + 2));
  mark_row(image, 0, paper, contrast, rows[1]);
  uint64_t ink = 0;
  for (int y = 0; y < image.height; ++y) {
    if (y + 1 < image.height)
      mark_row(image, y + 1, paper, contrast, rows[2]);
    else
      std::fill(rows[2].begin(), rows[2].end(), 0);
    for (size_t x = 1; x + 1 < rows[1].size(); ++x)
      ink += rows[1][x] & (rows[1][x - 1] | rows[1][x + 1] | rows[0][x] | rows[2][x]);
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  }
  result.share = static_cast<float>(static_cast<double>(ink) /
                                    (static_cast<double>(image.width) * image.height));
  const auto level = [&](int c) {
    return static_cast<uint8_t>(page_level[static_cast<size_t>(c)]);
  };
  const std::array<uint8_t, 3> color{level(0), level(1), level(2)};
  result.paper_level = *to_gray(ImageView{color.data(), 1, 1, image.channels, 3}).pixel(0, 0);
  return result;
}

}  // namespace octavo
