#include "image/decode/blend.h"

#include <algorithm>

namespace octavo {

void Blender::blend(const uint8_t* rgba, int pixels, int channels, uint8_t* out) {
  constexpr int kHalf = 128;
  for (int x = 0; x < pixels; ++x, rgba += 4) {
    const int alpha = rgba[3];
    if (alpha >= kHalf) {
      any_visible_ = true;
      darkest_ = std::min({darkest_, rgba[0], rgba[1], rgba[2]});
    } else {
      any_clear_ = true;
    }
    for (int c = 0; c < channels; ++c)
      *out++ = static_cast<uint8_t>((rgba[c] * alpha + ground_ * (255 - alpha) + 127) / 255);
  }
}

}  // namespace octavo
