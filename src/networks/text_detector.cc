#include "networks/text_detector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "base/try.h"
#include "image/convert.h"
#include "image/resize.h"
#include "networks/planes.h"
#include "networks/runtime.h"

namespace octavo {
namespace {

constexpr int kGrid = 32;  // sides of the network's input are multiples of this
// Pixels of the first look. Lines of an A4 page in 10 point are then 20 pixels high, and one look
// costs less than reading three lines. More does not read better (measured on scans, photos and
// screens).
constexpr float kFirstLook = 1'000'000;
// Pixels of the second look, taken when the first finds small print.
constexpr float kSecondLook = 2'700'000;
constexpr float kSmallLine = 14;  // pixels of the first look; a quarter of the lines is no higher
constexpr float kReadableLine = 20;  // what the second look makes of them
constexpr float kMaxEnlargement = 4;
// One run of the network holds about 0.3 kB a pixel of activations: more is cut into bands.
constexpr int kBandPixels = 1'200'000;
constexpr int kBandContext = 64;     // rows that a band sees beyond those it answers for
constexpr int kLeastBandRows = 320;  // fewer would mostly be context
constexpr int kMaxSide = 8192;       // of the input
// What is no more than this from the colour of most of the page is paper; a line of pixels is blank
// when at most one in kSpecks is something else.
constexpr int kPaperNoise = 24, kSpecks = 500;
constexpr int kMargin = 64;  // pixels of blank edge that are left

int round_to_grid(float side) {
  return std::clamp(static_cast<int>(std::lround(side / kGrid)) * kGrid, kGrid, kMaxSide);
}

int most_frequent(const Image& gray) {
  std::array<size_t, 256> count{};
  for (int y = 0; y < gray.height(); ++y)
    for (int x = 0; x < gray.width(); ++x) ++count[gray.row(y)[x]];
  return static_cast<int>(std::max_element(count.begin(), count.end()) - count.begin());
}

int round_up(int rows) { return (rows + kGrid - 1) / kGrid * kGrid; }

// Rows [from, to) of the scaled picture are seen, [core_from, core_to) answered for.
struct Band {
  int from = 0, to = 0, core_from = 0, core_to = 0;
};

// Cores of about equal height that cover the picture, cut where there is least ink. All bands of a
// picture have one shape, of whole steps of the grid: a new one costs OpenVINO some preparation.
std::vector<Band> cut_bands(int width, std::span<const int> ink) {
  const int height = static_cast<int>(ink.size());
  const int most = std::max(kLeastBandRows, kBandPixels / width);
  const int count = (height + most - 1) / most;
  const int core = round_up((height + count - 1) / count);
  const int rows = std::min(height, core + (count > 2 ? 2 : count - 1) * kBandContext);
  std::vector<Band> bands;
  int top = 0;
  for (int begin = 0; begin < height; begin += core) {
    int bottom = std::min(height, begin + core);
    if (bottom < height) {
      const auto middle = ink.begin() + bottom;
      const int reach = std::min(kBandContext / 2, height - bottom);
      bottom = static_cast<int>(std::min_element(middle - reach, middle + reach) - ink.begin());
    }
    const int from = std::clamp(begin - kBandContext, 0, height - rows);
    bands.push_back({from, from + rows, top, bottom});
    top = bottom;
  }
  return bands;
}

// Widens [from, to) by the margin and to whole steps of the grid, within [0, size).
void widen(int& from, int& to, int size) {
  from = std::max(0, from - kMargin);
  to = std::min(size, to + kMargin);
  const int length = std::min(size, round_up(to - from));
  from = std::min(from, size - length);
  to = from + length;
}

// How many pixels of each row and column are not paper.
struct Ink {
  std::vector<int> rows, columns;
};

Ink ink_of(ImageView scaled) {
  const Image gray = to_gray(scaled);
  const int paper = most_frequent(gray);
  Ink ink;
  ink.rows.resize(static_cast<size_t>(gray.height()));
  ink.columns.resize(static_cast<size_t>(gray.width()));
  for (int y = 0; y < gray.height(); ++y) {
    const uint8_t* row = gray.row(y);
    for (size_t x = 0; x < ink.columns.size(); ++x) {
      const int here = std::abs(row[x] - paper) > kPaperNoise;
      ink.rows[static_cast<size_t>(y)] += here;
      ink.columns[x] += here;
    }
  }
  return ink;
}

// The picture without its blank edges: a scanned page is a third margin. Its sides are whole steps
// of the grid when those of the picture are. Empty: nothing is printed at all.
PixelBox printed_part(const Ink& ink) {
  const int width = static_cast<int>(ink.columns.size()),
            height = static_cast<int>(ink.rows.size());
  const auto trim = [](const std::vector<int>& counts, int across, int& from, int& to) {
    const auto printed = [&](int i) { return counts[static_cast<size_t>(i)] > across / kSpecks; };
    from = 0, to = static_cast<int>(counts.size());
    while (from < to && !printed(from)) ++from;
    while (to > from && !printed(to - 1)) --to;
  };
  PixelBox box;
  trim(ink.columns, height, box.x0, box.x1);
  trim(ink.rows, width, box.y0, box.y1);
  if (box.empty()) return {};
  widen(box.x0, box.x1, width);
  widen(box.y0, box.y1, height);
  return box;
}

float short_side(const TextQuad& quad) { return std::min(quad.top_length(), quad.side_length()); }

// What the network says of each pixel of `scaled`; its sides are whole steps of the grid.
Result<std::vector<float>> map_of(const Network& network, ImageView scaled,
                                  std::span<const Band> bands) {
  const auto width = static_cast<size_t>(scaled.width);
  std::vector<float> map(width * static_cast<size_t>(scaled.height));
  OCTAVO_TRY_STATUS(network.run_all(bands.size(), [&](size_t i) -> NetworkJob {
    const Band& band = bands[i];
    const auto rows = static_cast<size_t>(band.to - band.from);
    return {
        {1, 3, rows, width},
        [scaled, &band, rows, width](std::span<float> input) {
          fill_planes(scaled.part({0, band.from, scaled.width, band.to}), {}, input, rows, width);
        },
        [&map, &band, rows, width, scaled](std::span<const TensorView> outputs) {
          if (outputs[0].data.size() != rows * width) return;
          const auto core =
              outputs[0].data.subspan(static_cast<size_t>(band.core_from - band.from) * width,
                                      static_cast<size_t>(band.core_to - band.core_from) * width);
          std::copy(core.begin(), core.end(),
                    map.begin() + static_cast<ptrdiff_t>(band.core_from) * scaled.width);
        }};
  }));
  return map;
}

// The picture at `scale`, and the quads found there, back in the picture's own pixels.
Result<std::vector<TextQuad>> look_at_scale(const Network& network, ImageView image, float scale) {
  const int width = round_to_grid(static_cast<float>(image.width) * scale);
  const int height = round_to_grid(static_cast<float>(image.height) * scale);
  const Image scaled = resize(image, width, height, Filter::kBilinear);
  const Ink ink = ink_of(scaled);
  const PixelBox printed = printed_part(ink);
  if (printed.empty()) return std::vector<TextQuad>{};
  const ImageView part = ImageView(scaled).part(printed);
  const std::span rows = std::span(ink.rows).subspan(static_cast<size_t>(printed.y0),
                                                     static_cast<size_t>(part.height));
  const auto map = OCTAVO_TRY(map_of(network, part, cut_bands(part.width, rows)));
  auto quads = quads_of_map(map, part.width, part.height);
  for (TextQuad& quad : quads)
    for (size_t i = 0; i < 4; ++i) {
      quad.x[i] += static_cast<float>(printed.x0);
      quad.y[i] += static_cast<float>(printed.y0);
    }
  const float back_x = static_cast<float>(image.width) / static_cast<float>(width);
  const float back_y = static_cast<float>(image.height) / static_cast<float>(height);
  for (TextQuad& quad : quads)
    for (size_t i = 0; i < 4; ++i) {
      quad.x[i] = std::clamp(quad.x[i] * back_x, 0.0F, static_cast<float>(image.width));
      quad.y[i] = std::clamp(quad.y[i] * back_y, 0.0F, static_cast<float>(image.height));
    }
  return quads;
}

float scale_for_pixels(float pixels, int width, int height) {
  return std::sqrt(pixels / (static_cast<float>(width) * static_cast<float>(height)));
}

// Scale of the second look; 0 when none is needed.
float second_scale(std::span<const TextQuad> quads, ImageView image, float first) {
  if (quads.empty()) return 0;
  std::vector<float> heights;
  for (const TextQuad& quad : quads) heights.push_back(short_side(quad) * first);
  const auto quarter = heights.begin() + static_cast<ptrdiff_t>(heights.size() / 4);
  std::nth_element(heights.begin(), quarter, heights.end());
  if (*quarter >= kSmallLine) return 0;
  const float wanted = first * kReadableLine / std::max(*quarter, 1.0F);
  const float most = scale_for_pixels(kSecondLook, image.width, image.height);
  const float scale = std::min({wanted, most, std::max(1.0F, first)});
  return scale > first * 1.15F ? scale : 0;  // hardly more than before: not worth it
}

void keep_best(std::vector<TextQuad>& quads) {
  if (quads.size() > TextDetector::kMaxQuads) {
    std::stable_sort(quads.begin(), quads.end(),
                     [](const TextQuad& a, const TextQuad& b) { return a.score > b.score; });
    quads.resize(TextDetector::kMaxQuads);
  }
  std::stable_sort(quads.begin(), quads.end(), [](const TextQuad& a, const TextQuad& b) {
    const float ya = *std::min_element(a.y.begin(), a.y.end());
    const float yb = *std::min_element(b.y.begin(), b.y.end());
    return ya != yb ? ya < yb : a.x[0] < b.x[0];
  });
}

}  // namespace

float TextQuad::top_length() const { return std::hypot(x[1] - x[0], y[1] - y[0]); }
float TextQuad::side_length() const { return std::hypot(x[3] - x[0], y[3] - y[0]); }

float detection_scale(int width, int height) {
  return std::min(kMaxEnlargement, scale_for_pixels(kFirstLook, width, height));
}

TextDetector::TextDetector(std::unique_ptr<Network> network) : network_(std::move(network)) {}
TextDetector::~TextDetector() = default;

Result<std::unique_ptr<TextDetector>> TextDetector::load(NetworkRuntime& runtime) {
  auto network = OCTAVO_TRY(
      runtime.open({"PP-OCRv6_det_small.onnx", {-1, 3, -1, -1}, {{-1, 1, -1, -1}}, true}));
  return std::unique_ptr<TextDetector>(new TextDetector(std::move(network)));
}

Result<std::vector<TextQuad>> TextDetector::detect(ImageView image,
                                                   const DetectOptions& options) const {
  if (image.empty()) return std::vector<TextQuad>{};
  const bool chosen_here = !(options.scale > 0);
  const float scale = chosen_here ? detection_scale(image.width, image.height) : options.scale;
  auto quads = OCTAVO_TRY(look_at_scale(*network_, image, scale));
  if (chosen_here)
    if (const float closer = second_scale(quads, image, scale); closer > 0)
      quads = OCTAVO_TRY(look_at_scale(*network_, image, closer));
  keep_best(quads);
  return quads;
}

}  // namespace octavo
