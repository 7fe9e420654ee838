#include "image/convert.h"

#include "base/check.h"

namespace octavo {

Image to_gray(ImageView source) {
  OCTAVO_CHECK(!source.empty());
  if (source.channels == 1) return Image::copy(source);
  // 0.299, 0.587, 0.114 in 1/65536; they add up to 65536 so that white stays white.
  constexpr uint32_t kRed = 19595, kGreen = 38470, kBlue = 7471, kHalf = 0x8000;
  Image result(source.width, source.height, 1);
  for (int y = 0; y < source.height; ++y) {
    const uint8_t* in = source.row(y);
    uint8_t* out = result.row(y);
    for (int x = 0; x < source.width; ++x, in += 3)
      out[x] = static_cast<uint8_t>((in[0] * kRed + in[1] * kGreen + in[2] * kBlue + kHalf) >> 16);
  }
  return result;
}

Image to_rgb(ImageView source) {
  OCTAVO_CHECK(!source.empty());
  if (source.channels == 3) return Image::copy(source);
  Image result(source.width, source.height, 3);
  for (int y = 0; y < source.height; ++y) {
    const uint8_t* in = source.row(y);
    uint8_t* out = result.row(y);
    for (int x = 0; x < source.width; ++x, out += 3) out[0] = out[1] = out[2] = in[x];
  }
  return result;
}

void invert(Image& image) {
  for (uint8_t& sample : image.bytes()) sample = static_cast<uint8_t>(255 - sample);
}

}  // namespace octavo
