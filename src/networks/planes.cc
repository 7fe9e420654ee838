#include "networks/planes.h"

#include "base/check.h"

namespace octavo {

void fill_planes(ImageView image, const PlaneFormat& format, std::span<float> planes,
                 size_t plane_height, size_t plane_width) {
  const auto width = static_cast<size_t>(image.width), height = static_cast<size_t>(image.height);
  OCTAVO_CHECK(width <= plane_width && height <= plane_height);
  OCTAVO_CHECK(planes.size() >= 3 * plane_height * plane_width);
  for (size_t plane = 0; plane < 3; ++plane) {
    const float gain = 1.0F / (255.0F * format.deviation[plane]);
    const float offset = -format.mean[plane] / format.deviation[plane];
    // A table of 256 values is exact and faster than arithmetic a pixel.
    std::array<float, 256> table{};
    for (size_t v = 0; v < table.size(); ++v) table[v] = static_cast<float>(v) * gain + offset;
    const size_t channel = image.channels == 1 ? 0 : (format.blue_first ? 2 - plane : plane);
    const auto step = static_cast<size_t>(image.channels);
    for (size_t y = 0; y < height; ++y) {
      const uint8_t* source = image.row(static_cast<int>(y)) + channel;
      float* target = planes.data() + (plane * plane_height + y) * plane_width;
      for (size_t x = 0; x < width; ++x) target[x] = table[source[x * step]];
    }
  }
}

}  // namespace octavo
