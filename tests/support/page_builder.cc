#include "tests/support/page_builder.h"

#include "base/utf8.h"

namespace octavo::testing {

using document::Font;
using document::Glyph;
using document::PageContent;
using document::TextLine;

PageContent empty_page(float width, float height) {
  PageContent page;
  page.width = width;
  page.height = height;
  Font font;
  font.name = "Plain";
  font.serif = true;
  font.space = 0.25f;
  page.fonts.push_back(font);
  return page;
}

float add_text(PageContent& page, float x, float baseline, std::string_view text,
               const TextStyle& style) {
  const uint32_t object = page.glyphs.empty() ? 0 : page.glyphs.back().object + 1;
  const bool sideways = style.angle == 90 || style.angle == 270;
  const float direction = style.angle == 180 || style.angle == 270 ? -1.0f : 1.0f;
  float pen = 0;
  for (const char32_t c : to_utf32(text)) {
    const bool space = c == ' ';
    const float advance = (space ? style.word_space : is_cjk(c) ? 1.0f : 0.5f) * style.size;
    Glyph glyph;
    glyph.code = c;
    glyph.size = style.size;
    glyph.angle = style.angle;
    glyph.advance = advance;
    glyph.font = style.font;
    glyph.object = object;
    glyph.visibility = style.visibility;
    const bool deep = std::u32string_view(U"gjpqy,;").find(c) != std::u32string_view::npos;
    const float a0 = pen + 0.1f * advance, a1 = pen + 0.9f * advance;
    const float up = -0.7f * style.size, down = deep ? 0.2f * style.size : 0;
    // Along and across the line, then onto the page.
    const auto place = [&](float along0, float across0, float along1, float across1) -> PointBox {
      if (style.angle == 90)
        return {x - across1, baseline + along0, x - across0, baseline + along1};
      if (style.angle == 180)
        return {x - along1, baseline - across1, x - along0, baseline - across0};
      if (style.angle == 270)
        return {x + across0, baseline - along1, x + across1, baseline - along0};
      return {x + along0, baseline + across0, x + along1, baseline + across1};
    };
    if (!space) glyph.box = place(a0, up, a1, down);
    glyph.loose = place(pen, -0.8f * style.size, pen + advance, 0.2f * style.size);
    glyph.origin_x = sideways ? x : x + direction * pen;
    glyph.origin_y = sideways ? baseline + direction * pen : baseline;
    if (!space || style.write_spaces) page.glyphs.push_back(glyph);
    pen += advance + style.letter_space * style.size;
  }
  return (sideways ? baseline : x) + direction * pen;
}

std::string texts_of(const std::vector<TextLine>& lines) {
  std::string all;
  for (const TextLine& line : lines) all += text_of(line) + "\n";
  return all;
}

}  // namespace octavo::testing
