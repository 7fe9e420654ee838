// Turning and straightening. Pure functions; the source must not be empty; grey and RGB.
#pragma once

#include <array>

#include "image/image.h"

namespace octavo {

// Clockwise by 0, 90, 180 or 270 degrees, exact.
Image turn(ImageView source, int degrees);

// EXIF / TIFF orientation 1..8 (TIFF 6.0, tag 274) undone: the result is upright. Other values: as
// is.
Image apply_orientation(Image image, int orientation);
// True when width and height change places.
constexpr bool orientation_swaps_sides(int orientation) {
  return orientation >= 5 && orientation <= 8;
}

// Clockwise by a small angle around the centre, for deskewing: same size, bilinear, white where the
// source has nothing.
Image rotate(ImageView source, float degrees);

struct ImagePoint {
  float x = 0, y = 0;  // pixels; (0, 0) is the outer corner of the first pixel, not its centre
};

// Corners in the order top left, top right, bottom right, bottom left of the content.
using ImageQuad = std::array<ImagePoint, 4>;

// The quadrilateral seen straight on, as a width x height picture: perspective mapping, bilinear,
// edge pixels repeated outside. A quad equal to the image's own corners at its own size copies it.
// A quad without area (or with non-finite corners) gives a white picture.
Image warp_quad(ImageView source, const ImageQuad& quad, int width, int height);

}  // namespace octavo
