#include "image/rotate.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

#include "base/check.h"

namespace octavo {
namespace {

// Copies pixel (x, y) to place(x, y), in square tiles so that both sides stay in cache.
template <int kChannels, class Place>
void scatter(ImageView source, Image& target, Place place) {
  constexpr int kTile = 32;
  for (int top = 0; top < source.height; top += kTile)
    for (int left = 0; left < source.width; left += kTile)
      for (int y = top; y < std::min(top + kTile, source.height); ++y)
        for (int x = left; x < std::min(left + kTile, source.width); ++x) {
          const auto [to_x, to_y] = place(x, y);
          std::memcpy(target.pixel(to_x, to_y), source.pixel(x, y), kChannels);
        }
}

template <class Place>
Image rearranged(ImageView source, bool swap_sides, Place place) {
  OCTAVO_CHECK(!source.empty());
  Image target(swap_sides ? source.height : source.width, swap_sides ? source.width : source.height,
               source.channels);
  if (source.channels == 1)
    scatter<1>(source, target, place);
  else
    scatter<3>(source, target, place);
  return target;
}

// Bilinear sample at (x, y) in pixel-centre coordinates, clamped to the image, rounded.
template <int kChannels>
void sample_clamped(const ImageView& source, float x, float y, uint8_t* out) {
  x = std::clamp(x, 0.0F, static_cast<float>(source.width - 1));
  y = std::clamp(y, 0.0F, static_cast<float>(source.height - 1));
  const int x0 = static_cast<int>(x), y0 = static_cast<int>(y);
  const int x1 = std::min(x0 + 1, source.width - 1), y1 = std::min(y0 + 1, source.height - 1);
  const float fx = x - static_cast<float>(x0), fy = y - static_cast<float>(y0);
  const uint8_t* a = source.pixel(x0, y0);
  const uint8_t* b = source.pixel(x1, y0);
  const uint8_t* c = source.pixel(x0, y1);
  const uint8_t* d = source.pixel(x1, y1);
  for (int i = 0; i < kChannels; ++i) {
    const float top = a[i] + fx * (b[i] - a[i]);
    const float bottom = c[i] + fx * (d[i] - c[i]);
    const float value = top + fy * (bottom - top);  // 0..255
    out[i] = static_cast<uint8_t>(value + 0.5F);    // NOLINT(bugprone-incorrect-roundings)
  }
}

// x = (a u + b v + c) / (g u + h v + 1), y likewise, from the unit square to a quad. P. Heckbert,
// "Fundamentals of Texture Mapping and Image Warping", 1989, section 2.2.3.
struct Projection {
  double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
};

// False when the quad is degenerate.
bool projection_to(const ImageQuad& q, Projection& p) {
  constexpr float kFarthest = 1e6F;  // far outside any image; also stops NaN and infinities
  for (const ImagePoint& point : q)
    if (!(std::fabs(point.x) < kFarthest && std::fabs(point.y) < kFarthest)) return false;
  const double dx1 = double(q[1].x) - q[2].x, dx2 = double(q[3].x) - q[2].x;
  const double dy1 = double(q[1].y) - q[2].y, dy2 = double(q[3].y) - q[2].y;
  const double sx = double(q[0].x) - q[1].x + q[2].x - q[3].x;
  const double sy = double(q[0].y) - q[1].y + q[2].y - q[3].y;
  const double determinant = dx1 * dy2 - dx2 * dy1;
  constexpr double kLeastArea = 1e-6;  // square pixels
  if (std::fabs(determinant) < kLeastArea) return false;
  p.g = (sx * dy2 - dx2 * sy) / determinant;
  p.h = (dx1 * sy - sx * dy1) / determinant;
  p.a = q[1].x - q[0].x + p.g * q[1].x;
  p.b = q[3].x - q[0].x + p.h * q[3].x;
  p.c = q[0].x;
  p.d = q[1].y - q[0].y + p.g * q[1].y;
  p.e = q[3].y - q[0].y + p.h * q[3].y;
  p.f = q[0].y;
  return true;
}

template <int kChannels>
void warp_rows(const ImageView& source, const Projection& p, Image& target) {
  for (int y = 0; y < target.height(); ++y) {
    const double v = (y + 0.5) / target.height();
    uint8_t* out = target.row(y);
    for (int x = 0; x < target.width(); ++x, out += kChannels) {
      const double u = (x + 0.5) / target.width();
      const double w = p.g * u + p.h * v + 1;
      constexpr double kHorizon = 1e-9;  // a concave quad can send points to infinity
      if (w < kHorizon) continue;
      sample_clamped<kChannels>(source, static_cast<float>((p.a * u + p.b * v + p.c) / w - 0.5),
                                static_cast<float>((p.d * u + p.e * v + p.f) / w - 0.5), out);
    }
  }
}

template <int kChannels>
void rotate_rows(const ImageView& source, double radians, Image& target) {
  const double cosine = std::cos(radians), sine = std::sin(radians);
  const double center_x = (source.width - 1) / 2.0, center_y = (source.height - 1) / 2.0;
  for (int y = 0; y < source.height; ++y) {
    uint8_t* out = target.row(y);
    for (int x = 0; x < source.width; ++x, out += kChannels) {
      const double dx = x - center_x, dy = y - center_y;
      const double from_x = center_x + cosine * dx + sine * dy;
      const double from_y = center_y - sine * dx + cosine * dy;
      // Half a pixel of tolerance: the outermost pixels still belong to the picture.
      if (from_x < -0.5 || from_y < -0.5 || from_x > source.width - 0.5 ||
          from_y > source.height - 0.5)
        continue;
      sample_clamped<kChannels>(source, static_cast<float>(from_x), static_cast<float>(from_y),
                                out);
    }
  }
}

}  // namespace

Image turn(ImageView source, int degrees) {
  const int last_x = source.width - 1, last_y = source.height - 1;
  switch (degrees) {
    case 0:
      return Image::copy(source);
    case 90:
      return rearranged(source, true, [=](int x, int y) { return std::pair(last_y - y, x); });
    case 180:
      return rearranged(source, false,
                        [=](int x, int y) { return std::pair(last_x - x, last_y - y); });
    case 270:
      return rearranged(source, true, [=](int x, int y) { return std::pair(y, last_x - x); });
  }
  OCTAVO_CHECK(!"turn by 0, 90, 180 or 270 degrees");
  return {};
}

Image apply_orientation(Image image, int orientation) {
  const int last_x = image.width() - 1, last_y = image.height() - 1;
  switch (orientation) {
    case 2:  // mirrored
      return rearranged(image, false, [=](int x, int y) { return std::pair(last_x - x, y); });
    case 3:
      return turn(image, 180);
    case 4:  // upside down in a mirror
      return rearranged(image, false, [=](int x, int y) { return std::pair(x, last_y - y); });
    case 5:  // stored column by column
      return rearranged(image, true, [](int x, int y) { return std::pair(y, x); });
    case 6:
      return turn(image, 90);
    case 7:
      return rearranged(image, true,
                        [=](int x, int y) { return std::pair(last_y - y, last_x - x); });
    case 8:
      return turn(image, 270);
    default:
      return image;
  }
}

Image rotate(ImageView source, float degrees) {
  OCTAVO_CHECK(!source.empty());
  const double radians = std::isfinite(degrees) ? degrees * std::numbers::pi / 180 : 0;
  Image target(source.width, source.height, source.channels);
  if (source.channels == 1)
    rotate_rows<1>(source, radians, target);
  else
    rotate_rows<3>(source, radians, target);
  return target;
}

Image warp_quad(ImageView source, const ImageQuad& quad, int width, int height) {
  OCTAVO_CHECK(!source.empty() && width > 0 && height > 0);
  Image target(width, height, source.channels);
  Projection projection;
  if (!projection_to(quad, projection)) return target;
  if (source.channels == 1)
    warp_rows<1>(source, projection, target);
  else
    warp_rows<3>(source, projection, target);
  return target;
}

}  // namespace octavo
