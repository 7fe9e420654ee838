#include "image/draw.h"

#include <array>
#include <cmath>

#include "image/convert.h"

namespace octavo {
namespace {

constexpr int kGlyphWidth = 5, kGlyphHeight = 7, kGap = 1, kMargin = 1;

constexpr std::array<std::array<uint8_t, kGlyphHeight>, 95> kGlyphs{{
#include "image/font_table.inc"
}};

// The colour as the image's channels hold it.
std::array<uint8_t, 3> samples_of(Color color, int channels) {
  const std::array<uint8_t, 3> rgb{color.red, color.green, color.blue};
  if (channels == 3) return rgb;
  const Image gray = to_gray(ImageView{rgb.data(), 1, 1, 3, 3});
  return {*gray.pixel(0, 0), 0, 0};
}

}  // namespace

void fill_box(Image& image, const PixelBox& box, Color color, float alpha) {
  const PixelBox inside = intersection(box, image.bounds());
  if (inside.empty() || !(alpha > 0)) return;
  constexpr int kOne = 256;
  const int weight = static_cast<int>(std::lround(std::min(alpha, 1.0F) * kOne));
  const auto samples = samples_of(color, image.channels());
  for (int y = inside.y0; y < inside.y1; ++y) {
    uint8_t* pixel = image.pixel(inside.x0, y);
    for (int x = inside.x0; x < inside.x1; ++x, pixel += image.channels())
      for (int c = 0; c < image.channels(); ++c)
        pixel[c] = static_cast<uint8_t>(
            (pixel[c] * (kOne - weight) + samples[static_cast<size_t>(c)] * weight + kOne / 2) /
            kOne);
  }
}

void outline_box(Image& image, const PixelBox& box, Color color, int thickness, float alpha) {
  if (box.empty() || thickness <= 0) return;
  if (2 * int64_t(thickness) >= std::min(int64_t(box.x1) - box.x0, int64_t(box.y1) - box.y0))
    return fill_box(image, box, color, alpha);
  const int top = box.y0 + thickness, bottom = box.y1 - thickness;
  fill_box(image, {box.x0, box.y0, box.x1, top}, color, alpha);
  fill_box(image, {box.x0, bottom, box.x1, box.y1}, color, alpha);
  fill_box(image, {box.x0, top, box.x0 + thickness, bottom}, color, alpha);
  fill_box(image, {box.x1 - thickness, top, box.x1, bottom}, color, alpha);
}

LabelSize label_size(std::string_view text, int scale) {
  const int characters = static_cast<int>(text.size());
  return {(characters * (kGlyphWidth + kGap) - (characters > 0 ? kGap : 0) + 2 * kMargin) * scale,
          (kGlyphHeight + 2 * kMargin) * scale};
}

void draw_label(Image& image, int x, int y, std::string_view text, Color ink, Color background,
                int scale) {
  const LabelSize size = label_size(text, scale);
  fill_box(image, {x, y, x + size.width, y + size.height}, background);
  int left = x + kMargin * scale;
  for (const char character : text) {
    const bool printable = character >= ' ' && character <= '~';
    const auto& glyph = kGlyphs[static_cast<size_t>((printable ? character : '?') - ' ')];
    for (int row = 0; row < kGlyphHeight; ++row)
      for (int column = 0; column < kGlyphWidth; ++column) {
        if ((glyph[static_cast<size_t>(row)] >> (kGlyphWidth - 1 - column) & 1) == 0) continue;
        const int px = left + column * scale, py = y + (kMargin + row) * scale;
        fill_box(image, {px, py, px + scale, py + scale}, ink);
      }
    left += (kGlyphWidth + kGap) * scale;
  }
}

}  // namespace octavo
