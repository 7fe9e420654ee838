#include "document/input/pdf/glyph_places.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

constexpr float kWholeEm = 0.01f, kLatinInk = 0.95f;  // parts of the size
constexpr int kEnoughLatin = 3;

// A composite font without a width table makes every glyph one em wide (ISO 32000-1 table 117,
// DW). No Latin letters are: better no width than that one.
void forget_default_widths(PageContent& content) {
  struct Widths {
    int latin = 0, whole_em = 0;
  };
  std::vector<Widths> widths(content.fonts.size());
  const auto is_latin = [](char32_t c) { return c > ' ' && c < 0x250; };
  for (const Glyph& glyph : content.glyphs) {
    if (!is_latin(glyph.code) || glyph.font >= widths.size()) continue;
    ++widths[glyph.font].latin;
    widths[glyph.font].whole_em +=
        std::fabs(glyph.advance - glyph.size) < kWholeEm * glyph.size &&
        std::max(glyph.box.width(), glyph.box.height()) < kLatinInk * glyph.size;
  }
  for (Glyph& glyph : content.glyphs) {
    if (!is_latin(glyph.code) || glyph.font >= widths.size()) continue;
    const Widths& font = widths[glyph.font];
    if (font.latin >= kEnoughLatin && font.whole_em == font.latin) glyph.advance = 0;
  }
}

class PieceSettler {
 public:
  PieceSettler(const PageObjects& objects, const PageSpace& space,
               const std::vector<float>& reaches, PageContent& content)
      : objects_(objects), space_(space), reaches_(reaches), content_(content) {}

  // One glyph of several characters gives several Glyphs in one place: each of them moves the pen
  // as far as the whole. Replacement text (ISO 32000-1 14.9.4) has one origin and a box a
  // character.
  void run() {
    std::vector<Glyph>& glyphs = content_.glyphs;
    for (size_t first = 0; first < glyphs.size();) {
      size_t last = first + 1;
      while (last < glyphs.size() && same_origin(glyphs[first], glyphs[last])) ++last;
      if (last - first > 1 && glyphs[first].box.x0 == glyphs[last - 1].box.x0)
        join_pieces(first, last);
      else if (last - first > 1)
        spread_pieces(first, last);
      first = last;
    }
  }

 private:
  static bool same_origin(const Glyph& a, const Glyph& b) {
    return a.object == b.object && a.origin_x == b.origin_x && a.origin_y == b.origin_y;
  }
  void join_pieces(size_t first, size_t last) {
    float reach = 0, sum = 0;
    for (size_t i = first; i < last; ++i) {
      reach = std::max(reach, reaches_[i]);
      sum += content_.glyphs[i].advance;
    }
    for (size_t i = first; i < last; ++i) content_.glyphs[i].advance = reach > 0 ? reach : sum;
  }
  void spread_pieces(size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      Glyph& glyph = content_.glyphs[i];
      const bool known = glyph.object < objects_.list.size();
      // PDFium leaves these in the space of their form.
      if (known) {
        const FsMatrix from = inverse(space_.to_display);
        const FsMatrix to = objects_.list[glyph.object].to_display;
        const FsMatrix move = concat(from, to);
        glyph.box = transform_box(move, {glyph.box.x0, glyph.box.y0}, {glyph.box.x1, glyph.box.y1});
        const Point origin = transform(move, {glyph.origin_x, glyph.origin_y});
        glyph.origin_y = origin.y;
        glyph.origin_x = origin.x;
      }
      if (glyph.angle == 0) {
        glyph.origin_x = glyph.box.x0;
        glyph.advance = glyph.box.width();
        glyph.loose = {glyph.box.x0, glyph.loose.y0, glyph.box.x1, glyph.loose.y1};
      }
    }
  }

  const PageObjects& objects_;
  const PageSpace& space_;
  const std::vector<float>& reaches_;
  PageContent& content_;
};

}  // namespace

void settle_places(const PageObjects& objects, const PageSpace& space,
                   const std::vector<float>& reaches, PageContent& content) {
  PieceSettler(objects, space, reaches, content).run();
  forget_default_widths(content);
}

}  // namespace octavo::document
