#include "document/page/load_page.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/try.h"
#include "document/page/check_ocr_layer.h"
#include "document/page/detect_lines.h"
#include "document/page/picture_text.h"
#include "document/page/select_glyphs.h"
#include "document/page/text_lines.h"
#include "document/page/text_trust.h"
#include "document/page/turn.h"
#include "image/ink.h"
#include "networks/networks.h"

namespace octavo::document {
namespace {

constexpr float kInkDpi = 72;      // enough to see one printed character
constexpr float kPictureDpi = 90;  // to tell text from photos
// A page with text of its own is read from that; its pictures are figures. Only when there is
// little of it, or when a picture takes most of the page, may the page's text lie in the picture.
constexpr float kBigPicture = 0.1f, kPagePicture = 0.4f;  // parts of the page
constexpr int kLittleText = 150, kSomeText = 800;         // characters of the text layer
// A picture that its own text layer fills to this part is read already.
constexpr float kReadPicture = 0.05f;
constexpr size_t kMaxAreas = 16;
// The page is turned when this share of its text runs in one direction that is not upright.
constexpr float kDominantTurn = 0.6f;
// A detected line is dropped when the text layer has this much of it.
constexpr float kKnownLine = 0.4f;

// Clockwise turn that makes most of the text upright.
int turn_of_text(const PageContent& content, const GlyphSelection& selection) {
  std::array<int, 4> counts{};
  int total = 0;
  for (const uint32_t index : selection.glyphs) {
    const auto quarter = static_cast<size_t>(std::lround(content.glyphs[index].angle / 90)) % 4;
    ++counts[quarter];
    ++total;
  }
  for (size_t quarter = 1; quarter < 4; ++quarter)
    if (total > 0 &&
        static_cast<float>(counts[quarter]) >= kDominantTurn * static_cast<float>(total))
      return static_cast<int>(4 - quarter) * 90;
  return 0;
}

class PageLoader {
 public:
  PageLoader(PageView& view, OcrMode mode, Networks& networks)
      : view_(view), mode_(mode), networks_(networks) {}

  Result<Page> load() {
    OCTAVO_TRY_STATUS(view_.deadline().check());
    page_.index = view_.index();
    page_.content = OCTAVO_TRY(view_.content());
    const GlyphSelection selection = select_glyphs(page_.content, view_.diagnostics());
    page_.text_layer_characters = selection.characters;
    page_.characters_hidden = selection.hidden;
    turn_page(turn_of_text(page_.content, selection));
    const TrustVerdict verdict = judge_text(page_.content, selection);
    page_.trust = verdict.trust;
    page_.trust_reason = verdict.reason;
    if (page_.trust == TextTrust::kTrusted) OCTAVO_TRY_STATUS(read_text_layer(selection));
    const bool use_text = page_.trust == TextTrust::kTrusted && mode_ != OcrMode::kAlways;
    if (use_text)
      OCTAVO_TRY_STATUS(read_what_is_left());
    else
      OCTAVO_TRY_STATUS(read_by_ocr());
    return std::move(page_);
  }

 private:
  void turn_page(int degrees) {
    turn_content(page_.content, degrees);
    page_.turn = (page_.turn + degrees) % 360;
    page_.width = page_.content.width;
    page_.height = page_.content.height;
    view_.set_turn(page_.turn);
  }

  // Lines of the text layer; an OCR layer is compared with its picture first.
  Status read_text_layer(const GlyphSelection& selection) {
    if (mode_ == OcrMode::kAlways) return success();
    TextLines text = build_text_lines(page_.content, selection.glyphs);
    page_.lines = std::move(text.lines);
    unreadable_ = std::move(text.unreadable);
    if (!selection.ocr_layer || mode_ == OcrMode::kNever) return success();
    auto check = check_ocr_layer(view_, page_.lines, networks_);
    if (!check.ok()) return tolerate(check.error(), "the OCR layer was taken without comparing it");
    page_.trust_reason = check->reason;
    if (!check->contradicted) return success();
    page_.trust = TextTrust::kContradicted;
    view_.diagnostics().warn("text_layer_contradicted",
                             check->reason + "; the page was read by OCR");
    return success();
  }

  // A missing or broken model must not lose a page that has its text; other errors do count.
  Status tolerate(const Error& error, const std::string& consequence) {
    if (error.code != Code::kModelMissing && error.code != Code::kModelInvalid) return error;
    view_.diagnostics().warn("ocr_unavailable", consequence + ": " + error.what);
    return success();
  }

  // The page has its text; pictures and lines that it does not cover may still hold some.
  Status read_what_is_left() {
    if (mode_ != OcrMode::kAuto) {
      report_unreadable();
      return success();
    }
    std::vector<PointBox> areas = OCTAVO_TRY(pictures_of_text());
    for (const PointBox& box : merge_boxes(unreadable_)) areas.push_back(box);
    if (areas.empty()) return success();
    if (areas.size() > kMaxAreas) areas.resize(kMaxAreas);
    auto detected = detect_lines(view_, areas, networks_);
    if (!detected.ok()) {
      report_unreadable();
      return tolerate(detected.error(), "text in pictures of the page was not read");
    }
    for (TextLine& line : *detected)
      if (!is_known(line)) page_.lines.push_back(std::move(line));
    return success();
  }

  bool is_known(const TextLine& line) const {
    float known = 0;
    for (const TextLine& text : page_.lines)
      if (text.source == Source::kTextLayer) known += overlap_area(text.box, line.box);
    return known >= kKnownLine * line.box.area();
  }

  void report_unreadable() {
    if (!unreadable_.empty())
      view_.diagnostics().warn("font_without_unicode",
                               std::to_string(unreadable_.size()) +
                                   " lines have codes without meaning and were left out");
  }

  Result<std::vector<PointBox>> pictures_of_text() {
    std::vector<PointBox> areas;
    const PointBox whole{0, 0, page_.width, page_.height};
    const int characters = page_.text_layer_characters - page_.characters_hidden;
    if (characters >= kSomeText) return areas;
    const float least = characters < kLittleText ? kBigPicture : kPagePicture;
    for (const PlacedPicture& picture : page_.content.pictures) {
      const PointBox box = intersection(picture.box, whole);
      if (box.area() < least * whole.area() || areas.size() >= kMaxAreas) continue;
      float read = 0;
      for (const TextLine& line : page_.lines) read += overlap_area(line.box, box);
      if (read >= kReadPicture * box.area()) continue;
      const Raster raster = OCTAVO_TRY(view_.part(box, kPictureDpi));
      if (looks_like_text(raster.image)) areas.push_back(box);
    }
    return areas;
  }

  // Boxes of neighbouring lines into one, so that the detector sees them in context.
  static std::vector<PointBox> merge_boxes(std::vector<PointBox> boxes) {
    std::sort(boxes.begin(), boxes.end(), [](const PointBox& a, const PointBox& b) {
      return a.y0 != b.y0 ? a.y0 < b.y0 : a.x0 < b.x0;
    });
    std::vector<PointBox> merged;
    for (const PointBox& box : boxes) {
      const float reach = 2 * box.height();
      if (!merged.empty() && box.y0 <= merged.back().y1 + reach)
        merged.back() = hull(merged.back(), box);
      else
        merged.push_back(box);
    }
    return merged;
  }

  // No text that can be trusted: the whole page from its pixels.
  Status read_by_ocr() {
    page_.lines.clear();
    page_.source = Source::kOcr;
    if (mode_ == OcrMode::kAlways) page_.trust_reason = "OCR was asked for";
    const Raster* raster = OCTAVO_TRY(view_.whole(kInkDpi));
    const InkMeasure ink = measure_ink(raster->image);
    view_.release();
    if (ink.share < kBlankInkShare) {
      page_.blank = true;
      page_.trust_reason = "the page is blank";
      return success();
    }
    if (mode_ == OcrMode::kNever) {
      view_.diagnostics().add(Severity::kError, "page_needs_ocr",
                              page_.trust_reason + "; the page was not read because OCR is off");
      return success();
    }
    return networks_.both([this] { return find_lines_in_pixels(); },
                          [this] {
                            networks_.load_ahead();
                            return success();
                          });
  }

  Status find_lines_in_pixels() {
    // Fields have values whatever the pixels say, but OCR will see them drawn.
    if (page_.turn == 0) turn_page(OCTAVO_TRY(detect_turn(view_, networks_)));
    page_.lines = OCTAVO_TRY(detect_lines(view_, {}, networks_));
    return success();
  }

  PageView& view_;
  OcrMode mode_;
  Networks& networks_;
  Page page_;
  std::vector<PointBox> unreadable_;
};

}  // namespace

Result<Page> load_page(PageView& view, OcrMode mode, Networks& networks) {
  return PageLoader(view, mode, networks).load();
}

}  // namespace octavo::document
