#include "document/layout/classify_regions.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/utf8.h"
#include "document/layout/text_patterns.h"

namespace octavo::document {
namespace {

constexpr float kTitleSize = 1.15F;        // of the body size
constexpr float kLargeTitle = 1.4F;        // from here on length and full stops say nothing
constexpr float kUnreadTitleSize = 1.35F;  // sizes of unread lines come from their height
constexpr int kTitleRows = 4;
constexpr float kTitleCharacters = 220;
constexpr float kBoldTitleCharacters = 130;
constexpr float kSmallPrint = 0.93F;  // of the body size: footnotes
constexpr float kUnreadSmallPrint = 0.85F;
constexpr float kFootZone = 0.55F;  // of the page height, from which on footnotes stand
constexpr float kHeadZone = 0.12F;  // of the page height: heads and feet
constexpr float kNoteRule = 0.75F;  // of the column, the rule above footnotes at most
constexpr float kStyled = 0.8F;
constexpr float kCaptionReach = 3;  // ems between a figure or table and its caption

// Shares over all lines of a draft, by characters.
struct Style {
  float characters = 0, bold = 0, italic = 0, monospace = 0, math = 0, prose = 0, letters = 0;
  float upper = 0, digits = 0;
  bool read = true;
};

Style style_of(const LayoutFacts& facts, const RegionDraft& draft) {
  Style s;
  for (const uint32_t i : draft.lines) {
    const LineFacts& line = facts.lines[i];
    const float n = line.characters;
    s.characters += n;
    s.bold += line.bold * n;
    s.italic += line.italic * n;
    s.monospace += line.monospace * n;
    s.math += line.math * n;
    s.prose += line.prose * n;
    s.letters += line.letters * n;
    s.upper += line.upper * n;
    s.digits += line.digits * n;
    s.read = s.read && line.read;
  }
  const float n = std::max(s.characters, 1.0F);
  for (float* share :
       {&s.bold, &s.italic, &s.monospace, &s.math, &s.prose, &s.letters, &s.upper, &s.digits})
    *share /= n;
  return s;
}

class Classifier {
 public:
  Classifier(const Page& page, const LayoutFacts& facts, std::vector<RegionDraft>& drafts)
      : page_(page), facts_(facts), drafts_(drafts) {
    float top = facts.height(), bottom = 0;
    left_ = facts.width();
    for (const RegionDraft& draft : drafts) {
      styles_.push_back(style_of(facts, draft));
      top = std::min(top, draft.box.y0);
      bottom = std::max(bottom, draft.box.y1);
      left_ = std::min(left_, draft.box.x0);
      right_ = std::max(right_, draft.box.x1);
    }
    foot_zone_ = top + kFootZone * (bottom - top);
  }

  void classify() {
    for (size_t i = 0; i < drafts_.size(); ++i)
      if (!drafts_[i].decided && !drafts_[i].lines.empty()) {
        const std::optional<RegionKind> kind = network_kind(i);
        drafts_[i].kind = kind ? *kind : kind_of(i);
        drafts_[i].from_network = kind.has_value();
      }
    find_footnotes();
    find_references();
  }

 private:
  RegionKind kind_of(size_t i) const {
    const RegionDraft& draft = drafts_[i];
    if (is_code(i)) return RegionKind::kCode;
    if (is_caption(i)) return RegionKind::kCaption;
    if (draft.equation) return RegionKind::kEquation;
    if (is_title(i)) return RegionKind::kTitle;
    return RegionKind::kText;
  }

  // What the network says, where the place and the form of the region do not speak against it.
  std::optional<RegionKind> network_kind(size_t i) const {
    const RegionDraft& draft = drafts_[i];
    const std::optional<LayoutClass> part = facts_.lines[draft.lines.front()].part;
    if (!part) return std::nullopt;
    const float top = draft.box.y1 / facts_.height(), foot = draft.box.y0 / facts_.height();
    const bool few = draft.rows <= kTitleRows;
    switch (*part) {
      case LayoutClass::kTitle: {
        // Lines of the body's size that fill the page are text.
        const float ratio = draft.size / facts_.body_size;
        const bool wide = draft.box.width() > 0.7F * (right_ - left_);
        if (ratio > kTitleSize && few) return RegionKind::kTitle;
        if (ratio > 0.9F && draft.rows <= 2 && !wide) return RegionKind::kTitle;
        break;
      }
      case LayoutClass::kFigureCaption:
        if (few && beside_area(i, false)) return RegionKind::kCaption;
        break;
      case LayoutClass::kTableCaption:
        if (few && beside_area(i, true)) return RegionKind::kCaption;
        break;
      case LayoutClass::kHeader:
        if (few && top < kHeadZone) return RegionKind::kHeader;
        break;
      case LayoutClass::kFooter:
        if (few && foot > 1 - kHeadZone) return RegionKind::kFooter;
        break;
      case LayoutClass::kReference:
        if (!styles_[i].read) return RegionKind::kReference;
        break;
      case LayoutClass::kEquation:
        if (few && !styles_[i].read) return RegionKind::kEquation;
        break;
      default:
        break;
    }
    return std::nullopt;
  }

  std::string first_text(size_t i) const { return text_of(page_.lines[drafts_[i].lines.front()]); }
  std::string last_text(size_t i) const { return text_of(page_.lines[drafts_[i].lines.back()]); }

  bool is_code(size_t i) const {
    return !facts_.monospace_body && styles_[i].monospace >= kStyled &&
           (drafts_[i].rows >= 2 || styles_[i].monospace > 0.95F);
  }

  bool is_caption(size_t i) const {
    const CaptionStart& start = facts_.lines[drafts_[i].lines.front()].caption;
    if (!start.found) return false;
    if (start.labelled) return true;
    // "Figure 3 shows ..." opens a paragraph; a caption without a colon is short or in its own
    // style.
    const bool own_style = drafts_[i].size < 0.97F * facts_.body_size ||
                           styles_[i].bold >= kStyled || styles_[i].italic >= kStyled;
    return (own_style || (drafts_[i].rows <= 2 && !start.lower)) && beside_area(i, start.table);
  }

  // Is a table (or a figure) right above or below, over the same width?
  bool beside_area(size_t i, bool table) const {
    const PointBox& box = drafts_[i].box;
    return std::any_of(drafts_.begin(), drafts_.end(), [&](const RegionDraft& other) {
      const bool figure = other.kind == RegionKind::kFigure || other.kind == RegionKind::kChart;
      if (table ? other.kind != RegionKind::kTable : !figure) return false;
      const float gap = std::max(other.box.y0 - box.y1, box.y0 - other.box.y1);
      return gap < kCaptionReach * facts_.body_size &&
             overlap_x(other.box, box) > 0.5F * std::min(other.box.width(), box.width());
    });
  }

  bool is_title(size_t i) const {
    const RegionDraft& draft = drafts_[i];
    const Style& s = styles_[i];
    if (draft.rows > kTitleRows || s.characters > kTitleCharacters) return false;
    const float ratio = draft.size / facts_.body_size;
    if (!s.read) return ratio >= kUnreadTitleSize && s.characters > 2;
    if (s.letters < 0.4F || s.characters < 2) return false;
    if (ratio >= kTitleSize) return true;
    if (ratio < 0.95F || draft.rows > 2 || s.characters > kBoldTitleCharacters) return false;
    const std::string text = last_text(i);
    const char32_t last = last_char(trim(text));
    if (last == U'.' || last == U',' || last == U';' || last == U'。' || last == U'，')
      return false;
    if (s.bold >= kStyled && !facts_.bold_body) return true;
    return s.upper >= kStyled && s.characters >= 4 && s.letters > 0.7F && followed_by_text(i);
  }

  bool followed_by_text(size_t i) const {
    return i + 1 < drafts_.size() && drafts_[i + 1].stack == drafts_[i].stack &&
           styles_[i + 1].characters > styles_[i].characters && styles_[i + 1].upper < kStyled;
  }

  // The last regions of a column: in small print under a rule, or small with a mark, parted from
  // the text above.
  void find_footnotes() {
    size_t end = drafts_.size();
    while (end > 0) {
      size_t first = end - 1;
      while (first > 0 && drafts_[first - 1].stack == drafts_[end - 1].stack) --first;
      size_t notes = end;
      for (size_t i = end; i-- > first && may_be_footnote(i, end);)
        if (is_footnote(i, first)) notes = i;
      for (size_t k = notes; k < end; ++k)
        if (!drafts_[k].decided) drafts_[k].kind = RegionKind::kFootnote;
      end = first;
    }
  }

  bool may_be_footnote(size_t i, size_t end) const {
    const RegionDraft& draft = drafts_[i];
    const float last_size = drafts_[end - 1].size;
    return !draft.decided && draft.kind == RegionKind::kText && !draft.lines.empty() &&
           draft.box.y0 > foot_zone_ && draft.size < 1.05F * facts_.body_size &&
           std::abs(draft.size - last_size) < 0.12F * last_size &&
           (facts_.bold_body || styles_[i].bold < kStyled);
  }

  bool is_footnote(size_t i, size_t first) const {
    // Sizes of unread lines are not known well enough to tell small print by them alone.
    const float limit = styles_[i].read ? kSmallPrint : kUnreadSmallPrint;
    const bool small = drafts_[i].size < limit * facts_.body_size;
    const bool marked = styles_[i].read && starts_footnote(first_text(i));
    // The rule above notes is short; one as long as the column parts sections.
    float column = 0;
    for (size_t k = first; k < drafts_.size() && drafts_[k].stack == drafts_[first].stack; ++k)
      column = std::max(column, drafts_[k].box.width());
    const float rule = drafts_[i].rule_above;
    if (rule > 0 && rule < kNoteRule * column) return small || marked;
    if (rule > 0 && small && marked) return true;
    if (!styles_[i].read) return false;
    const bool smaller = i == first || drafts_[i].size < 0.96F * drafts_[i - 1].size;
    return small && marked && smaller;
  }

  // What follows a heading "References" up to the next heading, and entries in numbered style.
  void find_references() {
    bool inside = false;
    for (size_t i = 0; i < drafts_.size(); ++i) {
      RegionDraft& draft = drafts_[i];
      if (draft.lines.empty()) continue;
      const std::string text = styles_[i].read ? first_text(i) : std::string();
      if (draft.rows == 1 && is_reference_heading(text)) {
        if (!draft.decided) draft.kind = RegionKind::kTitle;
        inside = true;
      } else if (draft.kind == RegionKind::kTitle) {
        inside = false;
      } else if (inside && !draft.decided && draft.kind == RegionKind::kText) {
        draft.kind = RegionKind::kReference;
      }
    }
  }

  const Page& page_;
  const LayoutFacts& facts_;
  std::vector<RegionDraft>& drafts_;
  std::vector<Style> styles_;
  float left_ = 0, right_ = 0;  // of what is printed
  float foot_zone_ = 0;         // y from which on footnotes stand
};

}  // namespace

void classify_regions(const Page& page, const LayoutFacts& facts,
                      std::vector<RegionDraft>& drafts) {
  Classifier(page, facts, drafts).classify();
}

}  // namespace octavo::document
