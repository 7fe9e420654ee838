#include "document/page/select_glyphs.h"

#include <cmath>
#include <unordered_map>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// A scan fills the page but for its margins.
constexpr float kScanCoverage = 0.6f;
// Most of the text of an OCR layer is hidden; stamps and page numbers added later are not.
constexpr float kHiddenShare = 0.5f;
// Copies lie this close together, as a part of the size: less than the thinnest letter is wide.
constexpr float kCopyDistance = 0.15f;
constexpr size_t kSampleCharacters = 60;  // of hidden text, in the diagnostic

bool prints(const Glyph& glyph) { return glyph.code == 0 || !is_space(glyph.code); }

// Finds a glyph with the same code close to another one from a different drawing operation.
class CopyFinder {
 public:
  explicit CopyFinder(const std::vector<Glyph>& glyphs) : glyphs_(glyphs) {}

  // True when an earlier glyph is the same in the same place; remembers `index` otherwise.
  bool is_copy(uint32_t index) {
    const Glyph& glyph = glyphs_[index];
    // Two equal glyphs in one cell are copies, so each cell needs to hold only one.
    const float cell = kCopyDistance * std::max(glyph.size, 1.0f);
    const auto x = static_cast<int64_t>(std::floor(glyph.origin_x / cell));
    const auto y = static_cast<int64_t>(std::floor(glyph.origin_y / cell));
    for (int64_t dy = -1; dy <= 1; ++dy)
      for (int64_t dx = -1; dx <= 1; ++dx) {
        const auto found = last_.find(key(glyph, x + dx, y + dy));
        if (found != last_.end() && same_place(glyphs_[found->second], glyph)) return true;
      }
    last_[key(glyph, x, y)] = index;
    return false;
  }

 private:
  static uint64_t key(const Glyph& glyph, int64_t x, int64_t y) {
    uint64_t hash = glyph.code;
    for (const auto part : {static_cast<uint64_t>(x), static_cast<uint64_t>(y),
                            static_cast<uint64_t>(std::lround(glyph.size * 4))})
      hash = (hash ^ part) * 0x9E3779B97F4A7C15u + (hash >> 29);
    return hash;
  }
  static bool same_place(const Glyph& a, const Glyph& b) {
    const float most = kCopyDistance * b.size;
    return a.code == b.code && a.object != b.object && std::fabs(a.origin_x - b.origin_x) <= most &&
           std::fabs(a.origin_y - b.origin_y) <= most && std::fabs(a.angle - b.angle) < 1;
  }

  const std::vector<Glyph>& glyphs_;
  std::unordered_map<uint64_t, uint32_t> last_;  // only looked up, never walked
};

float picture_coverage(const PageContent& content) {
  float area = 0;
  const PointBox page{0, 0, content.width, content.height};
  for (const PlacedPicture& picture : content.pictures)
    area += intersection(picture.box, page).area();
  return page.area() > 0 ? std::min(1.0f, area / page.area()) : 0;
}

bool may_be_ocr(const Glyph& glyph) {
  return glyph.visibility == Visibility::kInvisible || glyph.visibility == Visibility::kCovered;
}

void report_hidden(const PageContent& content, int hidden, Diagnostics& diagnostics) {
  std::string sample;
  size_t taken = 0;
  for (const Glyph& glyph : content.glyphs) {
    if (glyph.visibility == Visibility::kVisible || glyph.code == 0) continue;
    if (++taken > kSampleCharacters) break;
    append_utf8(sample, is_control(glyph.code) ? U' ' : glyph.code);
  }
  diagnostics.warn("hidden_text",
                   std::to_string(hidden) +
                       " characters that cannot be seen on the page were left out: \"" +
                       collapse_spaces(sample) + "\"");
}

}  // namespace

GlyphSelection select_glyphs(const PageContent& content, Diagnostics& diagnostics) {
  GlyphSelection selection;
  int ocr_candidates = 0;
  for (const Glyph& glyph : content.glyphs) {
    if (!prints(glyph)) continue;
    ++selection.characters;
    ocr_candidates += may_be_ocr(glyph);
  }
  selection.ocr_layer = ocr_candidates > 0 &&
                        static_cast<float>(ocr_candidates) >=
                            kHiddenShare * static_cast<float>(selection.characters) &&
                        picture_coverage(content) >= kScanCoverage;
  CopyFinder copies(content.glyphs);
  for (uint32_t i = 0; i < content.glyphs.size(); ++i) {
    const Glyph& glyph = content.glyphs[i];
    const bool seen =
        glyph.visibility == Visibility::kVisible || (selection.ocr_layer && may_be_ocr(glyph));
    if (!seen)
      selection.hidden += prints(glyph);
    else if (!prints(glyph) || glyph.code == 0 || !copies.is_copy(i))
      selection.glyphs.push_back(i);
  }
  if (selection.hidden > 0) report_hidden(content, selection.hidden, diagnostics);
  return selection;
}

}  // namespace octavo::document
