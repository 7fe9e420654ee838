// Pixels. 8 bits a channel, rows top to bottom without padding between them, RGB or grey, no alpha
// (decoders blend on white). Image owns its memory and is move-only by habit (copy() is explicit);
// ImageView is passed by value and must not outlive the owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "octavo/geometry.h"

namespace octavo {

struct ImageView {
  const uint8_t* data = nullptr;
  int width = 0, height = 0;
  int channels = 3;      // 3: R, G, B; 1: grey
  ptrdiff_t stride = 0;  // bytes from one row to the next

  bool empty() const { return width <= 0 || height <= 0; }
  const uint8_t* row(int y) const { return data + y * stride; }
  const uint8_t* pixel(int x, int y) const { return row(y) + x * channels; }
  // The part inside `box`, clipped to the image; shares the memory.
  ImageView part(const PixelBox& box) const;
};

class Image {
 public:
  Image() = default;
  // Filled with `fill` (255: white). Dimensions must be positive; the caller has checked the
  // limits.
  Image(int width, int height, int channels, uint8_t fill = 255);
  Image(Image&&) noexcept = default;
  Image& operator=(Image&&) noexcept = default;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  static Image copy(ImageView view);

  int width() const { return width_; }
  int height() const { return height_; }
  int channels() const { return channels_; }
  bool empty() const { return width_ == 0; }
  uint8_t* row(int y) { return pixels_.data() + static_cast<size_t>(y) * stride(); }
  uint8_t* pixel(int x, int y) { return row(y) + x * channels_; }
  const uint8_t* row(int y) const { return pixels_.data() + static_cast<size_t>(y) * stride(); }
  const uint8_t* pixel(int x, int y) const { return row(y) + x * channels_; }
  std::span<uint8_t> bytes() { return pixels_; }
  std::span<const uint8_t> bytes() const { return pixels_; }
  size_t stride() const { return static_cast<size_t>(width_) * static_cast<size_t>(channels_); }
  PixelBox bounds() const { return {0, 0, width_, height_}; }
  operator ImageView() const {  // NOLINT: an owner is its view
    return {pixels_.data(), width_, height_, channels_, static_cast<ptrdiff_t>(stride())};
  }

 private:
  int width_ = 0, height_ = 0, channels_ = 3;
  std::vector<uint8_t> pixels_;
};

}  // namespace octavo
