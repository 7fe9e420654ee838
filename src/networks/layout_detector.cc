#include "networks/layout_detector.h"

#include <array>

#include "base/try.h"
#include "image/resize.h"
#include "networks/picodet.h"
#include "networks/planes.h"
#include "networks/runtime.h"

namespace octavo {
namespace {

constexpr std::array<int, 4> kStrides = {8, 16, 32, 64};

NetworkSpec spec() {
  NetworkSpec spec{"layout_cdla.onnx", {1, 3, kLayoutInputHeight, kLayoutInputWidth}, {}, true};
  for (const int64_t width : {kLayoutClasses, 4 * kDistanceBins})
    for (const int stride : kStrides)
      spec.outputs.push_back({1, static_cast<int64_t>(grid_cells(stride)), width});
  return spec;
}

}  // namespace

LayoutDetector::LayoutDetector(std::unique_ptr<Network> network) : network_(std::move(network)) {}
LayoutDetector::~LayoutDetector() = default;

Result<std::unique_ptr<LayoutDetector>> LayoutDetector::load(NetworkRuntime& runtime) {
  auto network = OCTAVO_TRY(runtime.open(spec()));
  return std::unique_ptr<LayoutDetector>(new LayoutDetector(std::move(network)));
}

Result<std::vector<LayoutBox>> LayoutDetector::detect(ImageView page, float min_score) const {
  std::vector<LayoutBox> boxes;
  if (page.empty()) return boxes;
  const Image scaled = resize(page, kLayoutInputWidth, kLayoutInputHeight, Filter::kBilinear);
  OCTAVO_TRY_STATUS(network_->run({{1, 3, kLayoutInputHeight, kLayoutInputWidth},
                                   [&](std::span<float> input) {
                                     fill_planes(scaled, {kImageNetMean, kImageNetDeviation, true},
                                                 input, kLayoutInputHeight, kLayoutInputWidth);
                                   },
                                   [&](std::span<const TensorView> outputs) {
                                     std::array<LayoutGrid, kStrides.size()> grids;
                                     for (size_t i = 0; i < grids.size(); ++i)
                                       grids[i] = {kStrides[i], outputs[i].data,
                                                   outputs[i + grids.size()].data};
                                     boxes = decode_layout(grids, min_score);
                                   }}));
  return boxes;
}

}  // namespace octavo
