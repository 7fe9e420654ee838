// Rectangles and labels for overlays. Everything is clipped to the image; boxes are half-open.
#pragma once

#include <string_view>

#include "image/image.h"

namespace octavo {

struct Color {
  uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Color&) const = default;
};

// `alpha` 0..1: how much of the colour is laid over the image. A grey image gets the colour's luma.
void fill_box(Image& image, const PixelBox& box, Color color, float alpha = 1);

// `thickness` pixels, inside the box.
void outline_box(Image& image, const PixelBox& box, Color color, int thickness = 2,
                 float alpha = 1);

// Size of a label: 6 x 9 pixels a character at scale 1, one pixel of margin on every side.
struct LabelSize {
  int width = 0, height = 0;
};
LabelSize label_size(std::string_view text, int scale = 1);

// ASCII text on a filled background, its top left corner at (x, y); each font pixel becomes scale x
// scale. Every byte that is not printable ASCII shows as '?'.
void draw_label(Image& image, int x, int y, std::string_view text, Color ink, Color background,
                int scale = 1);

}  // namespace octavo
