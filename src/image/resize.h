// Scaling. resize() gives the very bytes that Pillow's Image.resize gives for 8-bit images:
// antialiased, two passes with an 8-bit image between them, coefficients in 22-bit fixed point
// (Pillow src/libImaging/Resample.c). Integer arithmetic only in the loops, so every machine and
// every instruction set gives the same bytes. Thread-safe. Source and target sizes must be
// positive.
#pragma once

#include "image/image.h"

namespace octavo {

enum class Filter : uint8_t { kBilinear, kBicubic };  // bicubic: a = -0.5

// Rounding between the passes makes their order visible in the last bits.
enum class PassOrder : uint8_t {
  kHorizontalFirst,  // Pillow up to 12
  kPillow13,  // from 13.0.0: vertical first when the height shrinks by much more than the width
};

Image resize(ImageView source, int width, int height, Filter filter,
             PassOrder order = PassOrder::kHorizontalFirst);

// Mean over the source pixels that fall on each target pixel (whole pixels, no weights): several
// times faster than resize() for strong reduction, for thumbnails. The target must not be larger
// than the source in either direction.
Image shrink_area(ImageView source, int width, int height);

}  // namespace octavo
