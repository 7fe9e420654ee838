// Pixels -> the planes a network reads.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "image/image.h"

namespace octavo {

// (value / 255 - mean) / deviation, each channel in its own plane. The values are in the order in
// which the network takes its channels.
struct PlaneFormat {
  std::array<float, 3> mean{0.5F, 0.5F, 0.5F};
  std::array<float, 3> deviation{0.5F, 0.5F, 0.5F};
  bool blue_first =
      true;  // B, G, R as OpenCV loads pictures, which most of these networks learned from
};
// Mean and deviation of ImageNet, stated for R, G, B (and applied as stated, whatever the order).
inline constexpr std::array<float, 3> kImageNetMean{0.485F, 0.456F, 0.406F};
inline constexpr std::array<float, 3> kImageNetDeviation{0.229F, 0.224F, 0.225F};

// Writes the picture into the top left of three planes of plane_height x plane_width, one after the
// other in `planes`; what the picture does not cover is left as it is. The picture must fit.
void fill_planes(ImageView image, const PlaneFormat& format, std::span<float> planes,
                 size_t plane_height, size_t plane_width);

}  // namespace octavo
