#include "document/input/pdf/glyphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "base/utf8.h"
#include "document/input/pdf/fonts.h"
#include "document/input/pdf/glyph_places.h"
#include "document/input/pdf/tex_codes.h"

namespace octavo::document {
namespace {

// See Visibility::kTiny. On a sheet that is small itself (a page saved at a fifth of its size),
// text of that size is as readable as on any other: what counts then is its part of the longer
// side.
constexpr float kReadableSize = 2.0f, kReadablePart = 0.0025f;
constexpr size_t kMaxFonts = 65535;  // Glyph::font is 16 bits
// Ascent and descent of fonts whose own are missing or absurd, as parts of the size.
constexpr float kUsualAscent = 0.8f, kUsualDescent = -0.2f;
// PDFium gives glyphs without ink a box one thousandth of the size high; no ink is so thin.
constexpr float kNoInk = 0.01f;
// Sine of the slant that programs give to text for italic: 12 to 20 degrees.
constexpr float kLeastSlant = 0.15f, kMostSlant = 0.42f;
constexpr float kDegrees = 57.29577951f;
constexpr char32_t kLineEndHyphen = 0x02;  // what PDFium puts for a hyphen before a line break
constexpr char32_t kSoftHyphen = 0xAD;

bool is_high(char32_t c) { return c >= 0xD800 && c < 0xDC00; }
bool is_low(char32_t c) { return c >= 0xDC00 && c < 0xE000; }

// What is the same for every glyph of a text object.
struct TextObject {
  FpdfObject handle = nullptr;
  uint32_t position = 0;
  uint16_t font = 0;
  FsMatrix to_display;  // text space (units of 1 em x Tf size) to the page
  float tf_size = 1;    // size operand of Tf
  float size = 0;       // points on the page, across the line
  float angle = 0;
  bool upright = false;  // runs left to right without slant in user space: PDFium's advance holds
  Visibility visibility = Visibility::kVisible;
  uint32_t color = 0;
  PointBox clip;
};

struct FontMetrics {
  FpdfFont handle = nullptr;
  float ascent = kUsualAscent, descent = kUsualDescent;  // parts of the size
  std::unordered_map<char32_t, float> advances;          // parts of the size; 0 unknown
};

class GlyphReader {
 public:
  GlyphReader(const PdfiumLock& pdfium, const OpenPage& page, FpdfTextPage text,
              const PageObjects& objects, PageContent& content)
      : pdfium_(pdfium), page_(page), text_(text), objects_(objects), content_(content) {}

  void read(int count) {
    content_.glyphs.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) read_one(i);
    settle_places(objects_, page_.space(), reaches_, content_);
    std::stable_sort(content_.glyphs.begin(), content_.glyphs.end(),
                     [](const Glyph& a, const Glyph& b) { return a.object < b.object; });
  }

 private:
  void read_one(int i) {
    if (pdfium_->FPDFText_IsGenerated(text_, i) == 1) return;
    const FpdfObject handle = pdfium_->FPDFText_GetTextObject(text_, i);
    if (handle == nullptr) return;
    if (handle != object_.handle) enter(handle, i);
    const std::optional<char32_t> code = code_of(i);
    if (!code) return;
    double left = 0, right = 0, bottom = 0, top = 0, x = 0, y = 0;
    pdfium_->FPDFText_GetCharBox(text_, i, &left, &right, &bottom, &top);
    pdfium_->FPDFText_GetCharOrigin(text_, i, &x, &y);
    const FsMatrix& display = page_.space().to_display;
    const Point origin = transform(display, {static_cast<float>(x), static_cast<float>(y)});
    Glyph glyph;
    glyph.code = *code;
    glyph.size = object_.size;
    glyph.box = transform_box(display, {static_cast<float>(left), static_cast<float>(bottom)},
                              {static_cast<float>(right), static_cast<float>(top)});
    glyph.origin_x = origin.x;
    glyph.origin_y = origin.y;
    if (std::min(glyph.box.width(), glyph.box.height()) < kNoInk * glyph.size)
      glyph.box = {glyph.box.x0, glyph.box.y0, glyph.box.x0, glyph.box.y0};
    // A code that nobody knows and that paints nothing is a space.
    if (glyph.code == 0 && glyph.box.empty()) glyph.code = ' ';
    if (!is_finite(glyph.box) || !std::isfinite(origin.x) || !std::isfinite(origin.y)) return;
    glyph.angle = object_.angle;
    glyph.font = object_.font;
    glyph.object = object_.position;
    glyph.color = object_.color;
    float reach = 0;
    const float advance = advance_of(glyph, i, x, right, reach);
    const float em =
        std::fabs(object_.tf_size) * std::hypot(object_.to_display.a, object_.to_display.b);
    glyph.advance = advance * em;
    reaches_.push_back(reach * em);
    if (!std::isfinite(glyph.advance)) glyph.advance = 0;
    glyph.loose = loose_box(glyph, advance);
    glyph.visibility = visibility_of(glyph);
    content_.glyphs.push_back(glyph);
  }

  // Nothing when the glyph completes the one before it (a surrogate pair).
  std::optional<char32_t> code_of(int i) {
    char32_t code = pdfium_->FPDFText_GetUnicode(text_, i);
    if (is_low(code) && high_ != 0 && !content_.glyphs.empty()) {
      content_.glyphs.back().code = 0x10000 + ((high_ - 0xD800) << 10) + (code - 0xDC00);
      high_ = 0;
      return std::nullopt;
    }
    high_ = is_high(code) ? code : 0;
    if (code == kLineEndHyphen && pdfium_->FPDFText_IsHyphen(text_, i) == 1) return U'-';
    // A soft hyphen in a content stream is painted like any other glyph.
    if (code == kSoftHyphen) return U'-';
    const bool unknown = code > 0x10FFFF || code == 0xFFFD || code == 0xFFFE || code == 0xFFFF ||
                         is_high(code) || is_low(code) ||
                         pdfium_->FPDFText_HasUnicodeMapError(text_, i) == 1;
    if (!unknown && code != 0) return code;
    // PDFium then gives the code that the file has for it.
    const bool known_font = object_.font < content_.fonts.size();
    return known_font ? tex_symbol(content_.fonts[object_.font].name, code) : U'\0';
  }

  void enter(FpdfObject handle, int i) {
    object_ = {};
    object_.handle = handle;
    const auto position = objects_.position.find(handle);
    object_.position = position != objects_.position.end()
                           ? position->second
                           : static_cast<uint32_t>(objects_.list.size());
    object_.clip = position != objects_.position.end() ? objects_.list[position->second].clip
                                                       : page_.space().bounds();
    FsMatrix matrix;
    pdfium_->FPDFText_GetMatrix(text_, i, &matrix);
    object_.font = font_of(handle, made_up_style(handle, matrix));
    pdfium_->FPDFTextObj_GetFontSize(handle, &object_.tf_size);
    object_.upright = matrix.b == 0 && matrix.a > 0 && object_.tf_size > 0;
    const FsMatrix& m = object_.to_display = concat(matrix, page_.space().to_display);
    // A negative size mirrors the glyphs and turns the direction they run in.
    const float sign = object_.tf_size < 0 ? -1.0f : 1.0f;
    object_.size = std::fabs(object_.tf_size) * std::hypot(m.c, m.d);
    const float angle = std::atan2(sign * m.b, sign * m.a) * kDegrees;
    object_.angle = angle < 0 ? angle + 360 : angle;
    if (!std::isfinite(object_.size) || !std::isfinite(object_.angle))
      object_.size = object_.angle = 0;
    read_paint(handle);
  }

  void read_paint(FpdfObject handle) {
    const int mode = pdfium_->FPDFTextObj_GetTextRenderMode(handle);
    const bool outline = mode == kTextStroke || mode == kTextStrokeClip;
    unsigned red = 0, green = 0, blue = 0, alpha = 255;
    if (outline)
      pdfium_->FPDFPageObj_GetStrokeColor(handle, &red, &green, &blue, &alpha);
    else
      pdfium_->FPDFPageObj_GetFillColor(handle, &red, &green, &blue, &alpha);
    object_.color = (red & 255) << 16 | (green & 255) << 8 | (blue & 255);
    if (mode == kTextInvisible || mode == kTextClip || alpha == 0)
      object_.visibility = Visibility::kInvisible;
  }

  // Bold made by stroking the outline and italic made by slanting, of fonts that have neither.
  uint8_t made_up_style(FpdfObject handle, const FsMatrix& m) const {
    const float slant = (m.a * m.c + m.b * m.d) / (std::hypot(m.a, m.b) * std::hypot(m.c, m.d));
    return static_cast<uint8_t>(
        (pdfium_->FPDFTextObj_GetTextRenderMode(handle) == kTextFillStroke ? kBold : 0) |
        (slant > kLeastSlant && slant < kMostSlant ? kItalic : 0));
  }

  uint16_t font_of(FpdfObject handle, uint8_t style) {
    const std::pair<FpdfFont, uint8_t> font_key{pdfium_->FPDFTextObj_GetFont(handle), style};
    const FpdfFont font = font_key.first;
    const auto known = fonts_.find(font_key);
    if (known != fonts_.end()) return known->second;
    if (content_.fonts.size() >= kMaxFonts) return 0;
    const auto index = static_cast<uint16_t>(content_.fonts.size());
    fonts_.emplace(font_key, index);
    std::array<char, 256> name{};
    if (font != nullptr) {
      const size_t size = pdfium_->FPDFFont_GetBaseFontName(font, name.data(), name.size());
      if (size == 0 || size > name.size()) name[0] = '\0';
    }
    const int flags = font != nullptr ? pdfium_->FPDFFont_GetFlags(font) : 0;
    const int weight = font != nullptr ? pdfium_->FPDFFont_GetWeight(font) : 0;
    content_.fonts.push_back(describe_font(name.data(), std::max(flags, 0), std::max(weight, 0)));
    content_.fonts.back().bold |= (style & kBold) != 0;
    content_.fonts.back().italic |= (style & kItalic) != 0;
    if (font != nullptr)
      pdfium_->FPDFFont_GetGlyphWidth(font, ' ', 1.0f, &content_.fonts.back().space);
    metrics_.push_back(metrics_of(font));
    return index;
  }

  FontMetrics metrics_of(FpdfFont font) const {
    FontMetrics metrics;
    metrics.handle = font;
    if (font == nullptr) return metrics;
    float ascent = 0, descent = 0;
    pdfium_->FPDFFont_GetAscent(font, 1.0f, &ascent);
    pdfium_->FPDFFont_GetDescent(font, 1.0f, &descent);
    // Fonts with numbers outside these carry nonsense (zero, or the box of the tallest accent).
    if (ascent >= 0.5f && ascent <= 1.15f && descent <= -0.05f && descent >= -0.5f) {
      metrics.ascent = ascent;
      metrics.descent = descent;
    }
    return metrics;
  }

  // Width of a character as the font has it, as a part of the Tf size; 0 when it does not say.
  float font_width(const Glyph& glyph) {
    FontMetrics& metrics = metrics_[glyph.font];
    const auto [entry, fresh] = metrics.advances.try_emplace(glyph.code, 0.0f);
    if (fresh && metrics.handle != nullptr && glyph.code != 0)
      pdfium_->FPDFFont_GetGlyphWidth(metrics.handle, static_cast<uint32_t>(glyph.code), 1.0f,
                                      &entry->second);
    return entry->second;
  }

  // How far the pen moves for this glyph, as a part of the Tf size. For upright text PDFium tells
  // by the glyph's code, but only as a box that holds the ink as well: where the ink ends last, as
  // that of an italic f does, the font is asked by the character instead. `reach` gets the end of
  // that box.
  float advance_of(const Glyph& glyph, int i, double origin, double ink_right, float& reach) {
    const float width = font_width(glyph);
    FsRect rect;
    const float scale = std::hypot(object_.to_display.a, object_.to_display.b) * object_.tf_size;
    if (!object_.upright || !(scale > 0) || pdfium_->FPDFText_GetLooseCharBox(text_, i, &rect) == 0)
      return width;
    reach = (rect.right - static_cast<float>(origin)) / scale;
    if (!std::isfinite(reach) || reach < 0) reach = 0;
    const bool ends_in_ink = rect.right <= static_cast<float>(ink_right) + kNoInk * scale;
    return ends_in_ink && width > 0 && width < reach ? width : reach;
  }

  // The rectangle from the origin along the line by the advance, from descent to ascent. For text
  // that is not along an axis it is the bounding box of that.
  PointBox loose_box(const Glyph& glyph, float advance) const {
    const FontMetrics& metrics = metrics_[glyph.font];
    const float size = object_.tf_size;
    FsMatrix at_origin = object_.to_display;
    at_origin.e = glyph.origin_x;
    at_origin.f = glyph.origin_y;
    const PointBox box = transform_box(at_origin, {0, metrics.descent * size},
                                       {advance * size, metrics.ascent * size});
    return is_finite(box) ? box : glyph.box;
  }

  Visibility visibility_of(const Glyph& glyph) const {
    if (object_.visibility != Visibility::kVisible) return object_.visibility;
    const PointBox ink = glyph.ink();
    const float x = ink.center_x(), y = ink.center_y();
    if (!page_.space().bounds().contains(x, y)) return Visibility::kOffPage;
    // What a clip cuts away is off the page in the same sense. Half a glyph of slack: clips of
    // cells often cut into their text.
    const float slack = glyph.size / 2;
    const PointBox& clip = object_.clip;
    if (x < clip.x0 - slack || x > clip.x1 + slack || y < clip.y0 - slack || y > clip.y1 + slack)
      return Visibility::kOffPage;
    const float longer = std::max(page_.space().width, page_.space().height);
    if (glyph.size < std::min(kReadableSize, kReadablePart * longer)) return Visibility::kTiny;
    return Visibility::kVisible;
  }

  const PdfiumLock& pdfium_;
  const OpenPage& page_;
  FpdfTextPage text_;
  const PageObjects& objects_;
  PageContent& content_;
  TextObject object_;
  char32_t high_ = 0;  // a high surrogate waiting for its other half
  std::map<std::pair<FpdfFont, uint8_t>, uint16_t>
      fonts_;  // by font and made-up style; never walked
  std::vector<FontMetrics> metrics_;
  std::vector<float> reaches_;  // by glyph: end of PDFium's box from the origin, points; 0 unknown
};

}  // namespace

Status read_glyphs(const PdfiumLock& pdfium, const OpenPage& page, FpdfTextPage text,
                   const PageObjects& objects, const Limits& limits, PageContent& content,
                   Diagnostics& diagnostics) {
  if (text == nullptr)
    return Error{Code::kPageFailed, "the text of the page cannot be read", "", {}};
  const int count = std::max(0, pdfium->FPDFText_CountChars(text));
  const int taken = std::min(count, limits.max_glyphs_per_page);
  if (taken < count)
    diagnostics.warn("glyphs_capped", "the page has " + std::to_string(count) +
                                          " glyphs; only the first " + std::to_string(taken) +
                                          " are read");
  GlyphReader reader(pdfium, page, text, objects, content);
  reader.read(taken);
  return success();
}

}  // namespace octavo::document
