#include "networks/table_structure.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "image/resize.h"
#include "networks/planes.h"
#include "networks/runtime.h"
#include "networks/table_tokens.h"

namespace octavo {
namespace {

constexpr int kSide = 488;
constexpr size_t kCorners = 8;  // x, y of four corners

// The hull of a cell's corners, from the padded square to the picture in its top left.
NormBox box_of(std::span<const float> corners, int width, int height) {
  NormBox box{1, 1, 0, 0};
  for (size_t i = 0; i < kCorners; i += 2) {
    const float x = std::clamp(corners[i] * kSide / static_cast<float>(width), 0.0F, 1.0F);
    const float y = std::clamp(corners[i + 1] * kSide / static_cast<float>(height), 0.0F, 1.0F);
    box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x), std::max(box.y1, y)};
  }
  return box;
}

std::vector<TableStep> steps_of(std::span<const float> boxes, std::span<const float> tokens,
                                int width, int height) {
  std::vector<TableStep> steps;
  const size_t count = std::min(boxes.size() / kCorners, tokens.size() / kTableTokens);
  for (size_t t = 0; t < count; ++t) {
    const auto step = tokens.subspan(t * kTableTokens, kTableTokens);
    const auto best = std::max_element(step.begin(), step.end());
    steps.push_back({static_cast<int>(best - step.begin()), *best,
                     box_of(boxes.subspan(t * kCorners, kCorners), width, height)});
  }
  return steps;
}

}  // namespace

TableStructure::TableStructure(std::unique_ptr<Network> network) : network_(std::move(network)) {}
TableStructure::~TableStructure() = default;

Result<std::unique_ptr<TableStructure>> TableStructure::load(NetworkRuntime& runtime) {
  OCTAVO_TRY_STATUS(runtime.model_path("slanet_plus.pdiparams"));  // the weights, read by OpenVINO
  auto network = OCTAVO_TRY(runtime.open(
      {"slanet_plus.pdmodel",
       {-1, 3, -1, -1},
       {{-1, -1, static_cast<int64_t>(kCorners)}, {-1, -1, static_cast<int64_t>(kTableTokens)}},
       true}));
  return std::unique_ptr<TableStructure>(new TableStructure(std::move(network)));
}

Result<StructureTable> TableStructure::read(ImageView table) const {
  StructureTable result;
  if (table.empty()) return result;
  const float scale =
      static_cast<float>(kSide) / static_cast<float>(std::max(table.width, table.height));
  const auto scaled_side = [&](int side) {
    return std::clamp(static_cast<int>(static_cast<float>(side) * scale), 1, kSide);
  };
  const int width = scaled_side(table.width), height = scaled_side(table.height);
  const Image scaled = resize(table, width, height, Filter::kBilinear);
  OCTAVO_TRY_STATUS(network_->run(
      {{1, 3, kSide, kSide},
       [&](std::span<float> input) {
         std::fill(input.begin(), input.end(), 0.0F);
         fill_planes(scaled, {kImageNetMean, kImageNetDeviation, true}, input, kSide, kSide);
       },
       [&](std::span<const TensorView> outputs) {
         result = table_of_steps(steps_of(outputs[0].data, outputs[1].data, width, height));
       }}));
  return result;
}

}  // namespace octavo
