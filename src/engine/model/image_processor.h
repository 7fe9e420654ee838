// RGB picture -> the rows a Qwen2-VL vision encoder takes, exactly as the reference's slow (Pillow)
// processor makes them: smart_resize, Pillow bicubic (horizontal pass first, as Pillow does up to
// 12), rescale, normalise, merge-block patch order. Pure functions, thread-safe.
// Source: transformers Qwen2VLImageProcessorPil; docs/model.md.
#pragma once

#include <array>
#include <cstdint>

#include "engine/model/config.h"
#include "engine/tensor/matrix.h"
#include "image/image.h"
#include "octavo/result.h"

namespace octavo::engine {

struct ImageGrid {
  int height = 0, width = 0;  // patches, before merging; multiples of the merge size

  int64_t patches() const { return int64_t(height) * width; }
  int64_t tokens(int merge) const { return patches() / (int64_t(merge) * merge); }
};

// What the caller allows beyond the model's own limits; a cap that bites is reported.
struct ImageCap {
  int64_t max_pixels = 0;  // 0: the model's
  int max_side = 0;  // 0: none; the longer side is scaled down to it first (keeping the ratio)
};

// What becomes of a picture, known from its size alone: how many tokens a prompt has to leave room
// for.
struct ImagePlan {
  ImageGrid grid;
  int resized_width = 0, resized_height = 0;
  bool capped = false;  // smaller than the model's own limits would have allowed
};

struct PreparedImage : ImagePlan {
  Matrix<float> patches;  // [grid.patches, channels * temporal_patch * patch * patch]
};

// The size smart_resize picks, {height, width}. Errors: kInvalidArgument for a side of zero or a
// ratio over 200.
Result<std::array<int, 2>> smart_resize(int height, int width, int factor, int64_t min_pixels,
                                        int64_t max_pixels);

// The cap first (max_side keeps the ratio), then smart_resize; the picture is resized once. Errors:
// kInvalidArgument (sizes), kLimitExceeded, kModelInvalid (a configuration that makes no sense).
Result<ImagePlan> plan_image(int height, int width, const VisionConfig& vision,
                             const ImageConfig& image, const ImageCap& cap = {});

// RGB, or grey (which counts as three equal channels). Errors: as plan_image.
Result<PreparedImage> prepare_image(ImageView rgb, const VisionConfig& vision,
                                    const ImageConfig& image, const ImageCap& cap = {});

}  // namespace octavo::engine
