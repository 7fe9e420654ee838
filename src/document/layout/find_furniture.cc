#include "document/layout/find_furniture.h"

#include <algorithm>

#include "document/layout/rows.h"
#include "document/layout/text_patterns.h"

namespace octavo::document {
namespace {

constexpr float kZone = 0.1F;         // of the page height, at the top and at the foot
constexpr float kNumberZone = 0.18F;  // the same for a number that stands alone
constexpr float kLeastPage = 250;     // points; less is a part cut out of a page
constexpr size_t kMostRows = 3;       // of a running head or foot
constexpr size_t kMostParts = 3;      // left, middle, right
constexpr float kClearGap = 1.6F;     // ems of white between it and the text
constexpr float kNumberGap = 0.7F;    // ems above or below a row with a page number
constexpr float kWideGap = 3;         // ems: isolated even without other signs
constexpr float kNumberLength = 4;    // ems of an unread page number
constexpr float kApart = 0.25F;       // of the page width, between the parts of a running head
constexpr float kLargestLine = 1.2F;  // times the body size
constexpr float kLargestHead = 2;
constexpr float kSmaller = 0.93F;  // of the body size

struct Band {
  size_t first = 0, last = 0;  // rows [first, last)
  float gap = 0;               // ems between it and the text
};

class Furniture {
 public:
  Furniture(const Page& page, const LayoutFacts& facts, const std::vector<char>& taken)
      : page_(page), facts_(facts) {
    std::vector<uint32_t> free;
    for (uint32_t i = 0; i < facts.lines.size(); ++i)
      if (facts.lines[i].usable && facts.lines[i].upright && !taken[i]) free.push_back(i);
    pieces_ = line_pieces(facts, free);
    std::vector<uint32_t> all(pieces_.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    rows_ = rows_of(pieces_, all);
    for (const PieceRow& row : rows_) {
      PointBox box;
      for (const uint32_t i : row) box = hull(box, pieces_[i].box);
      boxes_.push_back(box);
    }
  }

  void find(std::vector<RegionDraft>& drafts) {
    if (rows_.size() < 2 || facts_.height() < kLeastPage) return;
    top(drafts);
    foot(drafts);
  }

 private:
  // The rows at the top of the page up to the first clear gap.
  void top(std::vector<RegionDraft>& drafts) {
    size_t last = 0;
    while (last < std::min(kMostRows, rows_.size() - 1) &&
           boxes_[last].center_y() < zone(last) * facts_.height()) {
      ++last;
      const float gap = (boxes_[last].y0 - boxes_[last - 1].y1) / facts_.body_size;
      const bool ruled = rule_between(boxes_[last - 1].center_y(), boxes_[last].y0);
      const bool numbered = last == 1 && gap > kNumberGap && ends_with_number(0);
      if (gap < kClearGap && !(ruled && gap > 0.3F) && !numbered) continue;
      if (is_furniture({0, last, gap}, ruled, true)) {
        emit(0, last, RegionKind::kHeader, drafts);
        heads_ = last;
      }
      return;
    }
  }

  void foot(std::vector<RegionDraft>& drafts) {
    const size_t count = rows_.size();
    for (size_t n = 1; n <= kMostRows && n + std::max<size_t>(heads_, 1) <= count; ++n) {
      const size_t first = count - n;
      if (boxes_[first].center_y() < (1 - zone(first)) * facts_.height()) return;
      const float gap = (boxes_[first].y0 - boxes_[first - 1].y1) / facts_.body_size;
      const bool ruled = rule_between(boxes_[first - 1].y1, boxes_[first].y0);
      if (gap < kClearGap && !(ruled && gap > 0.3F)) {
        // A page number keeps its place when text comes near it.
        if (n == 1 && gap > kNumberGap && ends_with_number(first))
          emit(first, count, RegionKind::kFooter, drafts);
        continue;
      }
      if (is_furniture({first, count, gap}, ruled, false))
        emit(first, count, RegionKind::kFooter, drafts);
      return;
    }
  }

  bool is_number(uint32_t piece) const {
    const PagePiece& p = pieces_[piece];
    if (p.line->read) return reads_as_page_number(text_of(page_.lines[p.index]));
    return p.line->em(p.box.width()) <= kNumberLength;
  }

  float zone(size_t row) const { return only_number(row) ? kNumberZone : kZone; }
  bool only_number(size_t row) const { return rows_[row].size() == 1 && is_number(rows_[row][0]); }

  bool is_furniture(const Band& band, bool ruled, bool at_top) const {
    float characters = 0, small = 0, slanted = 0;
    bool number = false, apart = false, caption = false;
    float largest = 0;
    for (size_t r = band.first; r < band.last; ++r) {
      if (rows_[r].size() > kMostParts) return false;  // cells
      apart = apart || widest_gap(rows_[r]) > kApart * facts_.width();
      for (const uint32_t i : rows_[r]) {
        const LineFacts& line = *pieces_[i].line;
        number = number || is_number(i);
        characters += line.characters;
        if (line.size < kSmaller * facts_.body_size) small += line.characters;
        if (line.italic > 0.8F || line.upper > 0.8F) slanted += line.characters;
        caption = caption || line.caption.labelled;
        if (!is_number(i)) largest = std::max(largest, line.size);
      }
    }
    // Several full rows are a paragraph, at the foot a footnote.
    const bool paragraph = band.last - band.first > 1 && characters > 160;
    // Words at both ends of a row, far from the text, are a running head also in large letters.
    const float limit = apart && band.gap > kClearGap ? kLargestHead : kLargestLine;
    if (largest > limit * facts_.body_size || paragraph || caption) return false;
    if (number || ruled) return true;
    const bool styled = small > 0.8F * characters || slanted > 0.8F * characters;
    if (styled && (apart || band.gap > kWideGap)) return true;
    if (apart && at_top && band.gap > kWideGap) return true;
    return !at_top && small > 0.8F * characters && characters < 120;
  }

  // A number alone, or at one end of the row apart from the rest.
  bool ends_with_number(size_t row) const {
    const PieceRow& r = rows_[row];
    if (r.size() == 1) return is_number(r[0]);
    return pieces_[r.front()].line->read && (is_number(r.front()) || is_number(r.back()));
  }

  float widest_gap(const PieceRow& row) const {
    float widest = 0;
    for (size_t k = 1; k < row.size(); ++k)
      widest = std::max(widest, pieces_[row[k]].box.x0 - pieces_[row[k - 1]].box.x1);
    return widest;
  }

  // Does a rule lie between, over a fifth of the page at least?
  bool rule_between(float above, float below) const {
    constexpr float kSlack = 1;
    return std::any_of(facts_.rules.begin(), facts_.rules.end(), [&](const Rule& rule) {
      return rule.horizontal && !rule.box.empty() && rule.box.center_y() > above - kSlack &&
             rule.box.center_y() < below + kSlack && rule.length() > facts_.width() / 5;
    });
  }

  void emit(size_t first, size_t last, RegionKind kind, std::vector<RegionDraft>& drafts) {
    RegionDraft number, rest;
    for (size_t r = first; r < last; ++r)
      for (const uint32_t i : rows_[r]) {
        RegionDraft& draft = is_number(i) ? number : rest;
        draft.lines.push_back(pieces_[i].index);
        draft.box = hull(draft.box, pieces_[i].box);
        draft.size = std::max(draft.size, pieces_[i].size);
      }
    number.kind = RegionKind::kPageNumber;
    rest.kind = kind;
    number.decided = rest.decided = true;
    for (RegionDraft* draft : {&rest, &number})
      if (!draft->lines.empty()) drafts.push_back(std::move(*draft));
  }

  const Page& page_;
  const LayoutFacts& facts_;
  std::vector<PagePiece> pieces_;
  std::vector<PieceRow> rows_;
  std::vector<PointBox> boxes_;  // of the rows
  size_t heads_ = 0;             // rows used at the top
};

}  // namespace

std::vector<RegionDraft> find_furniture(const Page& page, const LayoutFacts& facts,
                                        std::vector<char>& taken) {
  std::vector<RegionDraft> drafts;
  Furniture(page, facts, taken).find(drafts);
  for (const RegionDraft& draft : drafts)
    for (const uint32_t i : draft.lines) taken[i] = 1;
  return drafts;
}

}  // namespace octavo::document
