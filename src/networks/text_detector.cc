#include "networks/text_detector.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
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
// A picture is looked at in bands of about this many pixels, several at once: a page on two threads
// takes half the time, and one run holds about 0.3 kB a pixel. Always in bands, whatever the number
// of threads, so that this does not change what is found.
constexpr int kBandPixels = 600'000;
constexpr int kBandContext = 64;     // rows that a band sees beyond those it answers for
constexpr int kLeastBandRows = 320;  // fewer would mostly be context
constexpr int kMaxSide = 8192;       // of the input

int round_to_grid(float side) {
  return std::clamp(static_cast<int>(std::lround(side / kGrid)) * kGrid, kGrid, kMaxSide);
}

int round_up(int rows) { return (rows + kGrid - 1) / kGrid * kGrid; }

// Rows [from, to) of the scaled picture are seen, [core_from, core_to) answered for.
struct Band {
  int from = 0, to = 0, core_from = 0, core_to = 0;
};

// Cores of about equal height, whole steps of the grid, that cover the picture. All bands of a
// picture have one shape where it divides well: a network is compiled for each.
std::vector<Band> cut_bands(int width, int height) {
  const int most = std::max(kLeastBandRows, kBandPixels / width);
  const int count = (height + most - 1) / most;
  const int core = round_up((height + count - 1) / count);
  const int rows = std::min(height, core + (count > 2 ? 2 : count - 1) * kBandContext);
  std::vector<Band> bands;
  for (int top = 0; top < height; top += core) {
    const int bottom = std::min(height, top + core);
    const int from = std::clamp(top - kBandContext, 0, height - rows);
    bands.push_back({from, from + rows, top, bottom});
  }
  return bands;
}

float short_side(const TextQuad& quad) { return std::min(quad.top_length(), quad.side_length()); }

// What the network says of each pixel of the scaled picture.
Result<std::vector<float>> map_of(const Network& network, ImageView scaled) {
  const auto width = static_cast<size_t>(scaled.width);
  std::vector<float> map(width * static_cast<size_t>(scaled.height));
  const std::vector<Band> bands = cut_bands(scaled.width, scaled.height);
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
  const auto map = OCTAVO_TRY(map_of(network, scaled));
  auto quads = quads_of_map(map, width, height);
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
