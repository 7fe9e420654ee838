#include "document/input/pdf/visibility.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace octavo::document {
namespace {

constexpr uint32_t kPaper = 0xFFFFFF;
// Channel difference that no eye sees as text.
constexpr int kSameColor = 10;
// A page that paints more areas than this is not searched: its glyphs stay visible.
constexpr size_t kMaxPaints = 4096;
constexpr int kCells = 24;  // the page is searched through a grid of kCells x kCells
// A cover hides a glyph when it holds at least this much of its ink.
constexpr float kCovers = 0.9f;
// Suspects are confirmed in pixels; a page with more suspicious objects than this is left alone.
constexpr size_t kMaxChecks = 64;
constexpr int kOpaqueAlpha = 250;
constexpr size_t kMaxRepeats = 512;

bool same_color(uint32_t a, uint32_t b) {
  for (int shift = 0; shift < 24; shift += 8)
    if (std::abs(static_cast<int>(a >> shift & 255) - static_cast<int>(b >> shift & 255)) >
        kSameColor)
      return false;
  return true;
}

// Paints by the grid cell they touch, painting order within a cell.
class PaintGrid {
 public:
  PaintGrid(const std::vector<Paint>& paints, float width, float height)
      : paints_(paints), width_(std::max(width, 1.0f)), height_(std::max(height, 1.0f)) {
    cells_.resize(kCells * kCells);
    for (uint32_t i = 0; i < paints.size(); ++i) {
      const PointBox& box = paints[i].box;
      for (int y = row(box.y0); y <= row(box.y1); ++y)
        for (int x = column(box.x0); x <= column(box.x1); ++x) cells_[index(x, y)].push_back(i);
    }
  }
  const std::vector<uint32_t>& at(float x, float y) const {
    return cells_[index(column(x), row(y))];
  }

 private:
  static size_t index(int x, int y) {
    return static_cast<size_t>(y) * kCells + static_cast<size_t>(x);
  }
  int column(float x) const { return cell(x / width_); }
  int row(float y) const { return cell(y / height_); }
  static int cell(float part) {
    return static_cast<int>(std::clamp(part * kCells, 0.0f, static_cast<float>(kCells - 1)));
  }

  const std::vector<Paint>& paints_;
  float width_, height_;
  std::vector<std::vector<uint32_t>> cells_;
};

class CoverFinder {
 public:
  CoverFinder(const PdfiumLock& pdfium, FpdfDocument document, const OpenPage& page,
              const PageObjects& objects, const std::vector<Paint>& paints,
              const PageContent& content)
      : pdfium_(pdfium),
        document_(document),
        page_(page),
        objects_(objects),
        paints_(paints),
        grid_(paints, page.space().width, page.space().height) {
    find_repeats(content);
  }

  bool is_hidden(const Glyph& glyph) {
    const PointBox& ink = glyph.ink();
    const float x = ink.center_x(), y = ink.center_y();
    const Paint* behind = nullptr;
    for (const uint32_t i : grid_.at(x, y)) {
      const Paint& paint = paints_[i];
      if (!paint.box.contains(x, y)) continue;
      if (paint.position < glyph.object)
        behind = paint.kind == Paint::Kind::kFill && !paint.opaque ? &kUnknown : &paint;
      else if (covers(paint, ink) && !painted_again(paint, x, y))
        return true;
    }
    if (behind != nullptr && behind->kind != Paint::Kind::kFill) return false;
    if (!same_color(glyph.color, behind != nullptr ? behind->color : kPaper)) return false;
    return !paints_something_else(glyph);
  }

 private:
  static constexpr Paint kUnknown{.kind = Paint::Kind::kOther};
  // A text object that gave no glyphs.
  struct Repeat {
    PointBox box;
    uint32_t position;
  };

  void find_repeats(const PageContent& content) {
    auto glyph = content.glyphs.begin();  // ascending by object
    for (uint32_t i = 0; i < objects_.list.size() && repeats_.size() < kMaxRepeats; ++i) {
      while (glyph != content.glyphs.end() && glyph->object < i) ++glyph;
      const bool silent = glyph == content.glyphs.end() || glyph->object != i;
      if (objects_.list[i].type == kObjectText && silent)
        repeats_.push_back({bounds_of(pdfium_, objects_.list[i]), i});
    }
  }

  // PDFium drops text that repeats earlier text in place, and with it the copy that is on top.
  bool painted_again(const Paint& cover, float x, float y) const {
    return std::any_of(repeats_.begin(), repeats_.end(), [&](const Repeat& repeat) {
      return repeat.position > cover.position && repeat.box.contains(x, y);
    });
  }

  bool covers(const Paint& paint, const PointBox& ink) {
    if (!paint.opaque || paint.kind == Paint::Kind::kOther || coverage(ink, paint.box) < kCovers)
      return false;
    return paint.kind == Paint::Kind::kFill || picture_is_opaque(paint);
  }

  // A picture may have a mask that PDFium's object does not tell of: look at its pixels.
  bool picture_is_opaque(const Paint& paint) {
    if (pictures_.size() >= kMaxChecks && !pictures_.contains(paint.position)) return false;
    const auto [entry, fresh] = pictures_.try_emplace(paint.position);
    if (fresh) {
      const OpenBitmap bitmap(
          pdfium_, pdfium_->FPDFImageObj_GetRenderedBitmap(document_, page_.page(),
                                                           objects_.list[paint.position].handle));
      entry->second = is_opaque(bitmap.get());
    }
    return entry->second;
  }

  // Every pixel opaque. Pictures that are opaque only in part do not count as covers: where they
  // are would need their exact placing, and hiding text wrongly costs more than showing it.
  bool is_opaque(FpdfBitmap bitmap) const {
    if (bitmap == nullptr) return false;
    const int format = pdfium_->FPDFBitmap_GetFormat(bitmap);
    if (format != kBitmapBgra) return true;
    const auto* rows = static_cast<const uint8_t*>(pdfium_->FPDFBitmap_GetBuffer(bitmap));
    const int width = pdfium_->FPDFBitmap_GetWidth(bitmap);
    const int height = pdfium_->FPDFBitmap_GetHeight(bitmap);
    const int stride = pdfium_->FPDFBitmap_GetStride(bitmap);
    if (rows == nullptr) return false;
    // The outermost pixels are blended with nothing at the edge of the page grid.
    for (int y = 1; y + 1 < height; ++y)
      for (int x = 1; x + 1 < width; ++x)
        if (rows[static_cast<ptrdiff_t>(y) * stride + x * 4 + 3] < kOpaqueAlpha) return false;
    return width > 2 && height > 2;
  }

  // PDFium says "white" for text filled with a pattern or a shading. Drawn alone, such text shows.
  bool paints_something_else(const Glyph& glyph) {
    if (glyph.object >= objects_.list.size()) return true;
    if (texts_.size() >= kMaxChecks && !texts_.contains(glyph.object)) return false;
    const auto [entry, fresh] = texts_.try_emplace(glyph.object);
    if (fresh) {
      const OpenBitmap bitmap(
          pdfium_, pdfium_->FPDFTextObj_GetRenderedBitmap(
                       document_, page_.page(), objects_.list[glyph.object].handle, 1.0f));
      entry->second = has_other_color(bitmap.get(), glyph.color);
    }
    return entry->second;
  }

  bool has_other_color(FpdfBitmap bitmap, uint32_t color) const {
    if (bitmap == nullptr || pdfium_->FPDFBitmap_GetFormat(bitmap) != kBitmapBgra) return false;
    const auto* rows = static_cast<const uint8_t*>(pdfium_->FPDFBitmap_GetBuffer(bitmap));
    const int width = pdfium_->FPDFBitmap_GetWidth(bitmap);
    const int height = pdfium_->FPDFBitmap_GetHeight(bitmap);
    const int stride = pdfium_->FPDFBitmap_GetStride(bitmap);
    if (rows == nullptr) return false;
    constexpr int kInk = 128;  // alpha from which a pixel's colour means something
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const uint8_t* pixel = rows + static_cast<ptrdiff_t>(y) * stride + x * 4;
        const uint32_t seen =
            static_cast<uint32_t>(pixel[2]) << 16 | static_cast<uint32_t>(pixel[1]) << 8 | pixel[0];
        if (pixel[3] >= kInk && !same_color(seen, color)) return true;
      }
    return false;
  }

  const PdfiumLock& pdfium_;
  FpdfDocument document_;
  const OpenPage& page_;
  const PageObjects& objects_;
  const std::vector<Paint>& paints_;
  PaintGrid grid_;
  std::vector<Repeat> repeats_;
  std::map<uint32_t, bool> pictures_, texts_;  // by position: what the pixels said
};

}  // namespace

void mark_covered(const PdfiumLock& pdfium, FpdfDocument document, const OpenPage& page,
                  const PageObjects& objects, const std::vector<Paint>& paints,
                  PageContent& content) {
  if (paints.size() > kMaxPaints) return;
  CoverFinder finder(pdfium, document, page, objects, paints, content);
  for (Glyph& glyph : content.glyphs)
    if (glyph.visibility == Visibility::kVisible && finder.is_hidden(glyph))
      glyph.visibility = Visibility::kCovered;
}

}  // namespace octavo::document
