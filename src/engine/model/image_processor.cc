#include "engine/model/image_processor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/try.h"
#include "image/convert.h"
#include "image/resize.h"

namespace octavo::engine {
namespace {

// Longer strips than this the reference refuses.
constexpr double kMaxRatio = 200;
// What a model's files may ask for: 32,768 merged tokens at merge 2, 600 MB of rows. Real models
// stop at 2,048 tokens; a lying preprocessor_config.json must not take all memory.
constexpr int64_t kMaxPatches = int64_t(1) << 17;
constexpr int kLevels = 256;
constexpr int kRgb = 3;

using Size = std::array<int, 2>;  // height, width

std::string text_of(int height, int width) {
  return std::to_string(width) + " x " + std::to_string(height);
}

Status check_source(int height, int width) {
  if (height < 1 || width < 1)
    return Error{Code::kInvalidArgument, "the picture is empty: " + text_of(height, width), "", {}};
  if (static_cast<double>(std::max(height, width)) / std::min(height, width) > kMaxRatio)
    return Error{Code::kInvalidArgument,
                 "the picture is " + text_of(height, width) +
                     " pixels: one side is more than 200 times the other",
                 "cut it into pieces",
                 {}};
  return success();
}

// nullopt when the result is no sensible size: only lying configurations come to that.
std::optional<int> to_side(double multiple, int factor) {
  const double side = multiple * factor;
  if (!(side <= std::numeric_limits<int>::max())) return std::nullopt;
  return static_cast<int>(side);
}

// The arithmetic of the reference in the same doubles; std::nearbyint rounds half to even as
// Python's round does.
Result<Size> fit(int height, int width, int factor, int64_t min_pixels, int64_t max_pixels) {
  double rows = std::nearbyint(static_cast<double>(height) / factor);
  double columns = std::nearbyint(static_cast<double>(width) / factor);
  const double area = static_cast<double>(height) * width;
  const double rounded = rows * factor * columns * factor;
  if (rounded > static_cast<double>(max_pixels)) {
    const double beta = std::sqrt(area / static_cast<double>(max_pixels));
    rows = std::max(1.0, std::floor(height / beta / factor));
    columns = std::max(1.0, std::floor(width / beta / factor));
  } else if (rounded < static_cast<double>(min_pixels)) {
    const double beta = std::sqrt(static_cast<double>(min_pixels) / area);
    rows = std::ceil(height * beta / factor);
    columns = std::ceil(width * beta / factor);
  }
  const auto high = to_side(rows, factor), wide = to_side(columns, factor);
  if (!high || !wide || *high < 1 || *wide < 1)
    return Error{Code::kInvalidArgument,
                 "no size fits: " + text_of(height, width) + " pixels into " +
                     std::to_string(min_pixels) + " to " + std::to_string(max_pixels),
                 "",
                 {}};
  return Size{*high, *wide};
}

Size scale_to_side(int height, int width, int max_side) {
  const int longer = std::max(height, width);
  if (max_side <= 0 || longer <= max_side) return {height, width};
  const double scale = static_cast<double>(max_side) / longer;
  const auto scaled = [&](int side) {
    return std::max(1, static_cast<int>(std::nearbyint(side * scale)));
  };
  return {scaled(height), scaled(width)};
}

// Every sample has one of 256 values, so a table does the reference's arithmetic once: rescale in
// double, round to float, then subtract and divide in float.
using Levels = std::array<std::array<float, kLevels>, kRgb>;
Levels normalised_levels(const ImageConfig& image) {
  constexpr double kRescale = 1.0 / 255;
  Levels levels;
  for (size_t c = 0; c < kRgb; ++c)
    for (size_t level = 0; level < kLevels; ++level) {
      const float value = static_cast<float>(static_cast<double>(level) * kRescale);
      levels[c][level] = (value - image.mean[c]) / image.std[c];
    }
  return levels;
}

// One patch into one row: [channel][frame][y][x]. All frames of a picture are equal.
void write_patch(ImageView rgb, int left, int top, const VisionConfig& vision, const Levels& levels,
                 float* out) {
  const int side = vision.patch;
  const size_t frame = static_cast<size_t>(side) * side;
  for (size_t c = 0; c < kRgb; ++c) {
    float* const first = out;
    for (int y = 0; y < side; ++y) {
      const uint8_t* in = rgb.pixel(left, top + y) + c;
      for (int x = 0; x < side; ++x, in += kRgb) *out++ = levels[c][*in];
    }
    for (int t = 1; t < vision.temporal_patch; ++t, out += frame)
      std::memcpy(out, first, frame * sizeof(float));
  }
}

// Rows in the order in which the merger takes them: block by block, inside a block row by row.
void write_patches(ImageView rgb, ImageGrid grid, const VisionConfig& vision, const Levels& levels,
                   Matrix<float>& out) {
  int64_t row = 0;
  for (int block_y = 0; block_y < grid.height; block_y += vision.merge)
    for (int block_x = 0; block_x < grid.width; block_x += vision.merge)
      for (int y = block_y; y < block_y + vision.merge; ++y)
        for (int x = block_x; x < block_x + vision.merge; ++x)
          write_patch(rgb, x * vision.patch, y * vision.patch, vision, levels, out.row(row++));
}

Status check_vision(const VisionConfig& vision) {
  constexpr int kMost = 1024;  // of any of them; real ones are 14, 2 and 2
  const auto good = [](int value) { return value >= 1 && value <= kMost; };
  if (vision.channels != kRgb || !good(vision.patch) || !good(vision.merge) ||
      !good(vision.temporal_patch))
    return Error{Code::kModelInvalid,
                 "pictures need 3 channels and patch, merge and temporal_patch between 1 and 1024",
                 "",
                 {}};
  return success();
}

}  // namespace

Result<std::array<int, 2>> smart_resize(int height, int width, int factor, int64_t min_pixels,
                                        int64_t max_pixels) {
  OCTAVO_TRY_STATUS(check_source(height, width));
  return fit(height, width, factor, min_pixels, max_pixels);
}

Result<ImagePlan> plan_image(int height, int width, const VisionConfig& vision,
                             const ImageConfig& image, const ImageCap& cap) {
  OCTAVO_TRY_STATUS(check_vision(vision));
  OCTAVO_TRY_STATUS(check_source(height, width));
  const int factor = vision.patch * vision.merge;
  const Size own = OCTAVO_TRY(fit(height, width, factor, image.min_pixels, image.max_pixels));
  const Size scaled = scale_to_side(height, width, cap.max_side);
  const int64_t most =
      cap.max_pixels > 0 ? std::min(cap.max_pixels, image.max_pixels) : image.max_pixels;
  // Who asks for fewer pixels than the model's minimum means it.
  const int64_t least = std::min(image.min_pixels, most);
  const Size size = OCTAVO_TRY(fit(scaled[0], scaled[1], factor, least, most));
  ImagePlan plan;
  plan.resized_height = size[0];
  plan.resized_width = size[1];
  plan.grid = {size[0] / vision.patch, size[1] / vision.patch};
  plan.capped = int64_t(size[0]) * size[1] < int64_t(own[0]) * own[1];
  if (plan.grid.patches() > kMaxPatches)
    return Error{Code::kLimitExceeded,
                 "the picture becomes " + std::to_string(plan.grid.patches()) +
                     " patches, more than " + std::to_string(kMaxPatches),
                 "ask for fewer pixels (max_pixels)",
                 {}};
  return plan;
}

Result<PreparedImage> prepare_image(ImageView rgb, const VisionConfig& vision,
                                    const ImageConfig& image, const ImageCap& cap) {
  const ImagePlan plan = OCTAVO_TRY(plan_image(rgb.height, rgb.width, vision, image, cap));
  std::optional<Image> colored;
  if (rgb.channels != kRgb) rgb = colored.emplace(to_rgb(rgb));
  std::optional<Image> resized;
  if (rgb.height != plan.resized_height || rgb.width != plan.resized_width)
    rgb = resized.emplace(resize(rgb, plan.resized_width, plan.resized_height, Filter::kBicubic));
  PreparedImage prepared;
  static_cast<ImagePlan&>(prepared) = plan;
  const int64_t columns = int64_t(kRgb) * vision.temporal_patch * vision.patch * vision.patch;
  prepared.patches = Matrix<float>(plan.grid.patches(), columns);
  write_patches(rgb, plan.grid, vision, normalised_levels(image), prepared.patches);
  return prepared;
}

}  // namespace octavo::engine
