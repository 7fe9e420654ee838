#include "networks/line_direction.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "image/resize.h"
#include "networks/planes.h"
#include "networks/runtime.h"

namespace octavo {
namespace {

constexpr int kWidth = 192, kHeight = 48;

}  // namespace

LineDirection::LineDirection(std::unique_ptr<Network> network) : network_(std::move(network)) {}
LineDirection::~LineDirection() = default;

Result<std::unique_ptr<LineDirection>> LineDirection::load(NetworkRuntime& runtime) {
  auto network = OCTAVO_TRY(
      runtime.open({"ch_ppocr_mobile_v2.0_cls_mobile.onnx", {-1, 3, -1, -1}, {{-1, 2}}}));
  return std::unique_ptr<LineDirection>(new LineDirection(std::move(network)));
}

Result<std::vector<float>> LineDirection::upside_down(std::span<const ImageView> lines) const {
  std::vector<float> answers(lines.size(), 0.0F);
  OCTAVO_TRY_STATUS(network_->run_all(lines.size(), [&](size_t i) -> NetworkJob {
    return {{1, 3, kHeight, kWidth},
            [&, i](std::span<float> input) {
              std::fill(input.begin(), input.end(), 0.0F);
              if (lines[i].empty()) return;
              const double columns =
                  static_cast<double>(kHeight) * lines[i].width / lines[i].height;
              const int width = static_cast<int>(std::clamp(std::ceil(columns), 1.0, 1.0 * kWidth));
              fill_planes(resize(lines[i], width, kHeight, Filter::kBilinear), {}, input, kHeight,
                          kWidth);
            },
            [&, i](std::span<const TensorView> outputs) { answers[i] = outputs[0].data[1]; }};
  }));
  return answers;
}

}  // namespace octavo
