#include "document/order/headings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/utf8.h"
#include "document/block/marker.h"
#include "document/block/paragraphs.h"

namespace octavo::document {
namespace {

using Family = SectionNumber::Family;

constexpr int kDeepest = 6;
constexpr float kSameSize = 0.04f;  // sizes that differ by less look the same

struct Heading {
  FlowBlock* item = nullptr;
  float size = 0;
  bool bold = false, caps = false;
  SectionNumber number;
  std::string key;        // letters and digits alone, lower case
  int level = 0;          // 0: not known yet
  bool outlined = false;  // the outline said so
};

std::string heading_key(std::string_view text) {
  std::string key;
  for (const char32_t c : to_utf32(text))
    if (is_letter(c) || is_digit(c)) append_utf8(key, c >= 'A' && c <= 'Z' ? (c | 0x20) : c);
  return key;
}

bool same_look(const Heading& a, const Heading& b) {
  return std::fabs(a.size - b.size) <= kSameSize * std::max(a.size, b.size) && a.bold == b.bold &&
         a.caps == b.caps;
}

// Text that layout saw on a page without other text to compare it with.
bool stands_out(const FlowBlock& item, float body) {
  const PageBlock& from = item.of_page;
  if (item.gone || item.kind() != BlockKind::kText || from.region_kind != RegionKind::kText)
    return false;
  constexpr int kMostRows = 2;
  if (from.rows < 1 || from.rows > kMostRows || from.hard_lines || from.size < 1.18f * body)
    return false;
  const std::string text = plain_text(item.block().content);
  size_t letters = 0, raised = 0;
  for (const char32_t c : to_utf32(text)) letters += is_letter(c);
  for (const Inline& run : item.block().content) raised += (run.style & kSuperscript) != 0;
  constexpr size_t kMostLetters = 120;
  return letters >= 2 && letters <= kMostLetters && raised < 2 && !ends_sentence(text) &&
         !is_lower(first_char(text)) && text.find('@') == std::string::npos &&
         !parse_marker(text).is_bullet();
}

class Ranker {
 public:
  Ranker(Flow& flow, const std::vector<OutlineEntry>& outline) : outline_(outline) {
    for (FlowBlock& item : flow) {
      if (item.gone) continue;
      if (first_block_ == nullptr && !is_page_furniture(item.kind())) first_block_ = &item;
      if (item.kind() != BlockKind::kTitle) continue;
      Heading heading{.item = &item,
                      .size = item.of_page.size,
                      .bold = item.of_page.bold,
                      .caps = item.of_page.all_caps};
      const std::string text = plain_text(item.block().content);
      heading.number = parse_section_number(text);
      heading.key = heading_key(text);
      headings_.push_back(std::move(heading));
    }
  }

  std::string run() {
    if (headings_.empty()) return {};
    find_document_title();
    rank_numbered();
    rank_by_outline();
    rank_by_look();
    return settle();
  }

 private:
  // The largest heading, at the front of the first page that has one, larger than all others.
  std::optional<size_t> title_by_size() const {
    const size_t first_page = headings_.front().item->page;
    size_t best = 0;
    for (size_t i = 0; i < headings_.size() && headings_[i].item->page == first_page; ++i)
      if (headings_[i].size > headings_[best].size * (1 + kSameSize)) best = i;
    constexpr size_t kFront = 6;     // headings: a journal's name or a label may stand above
    constexpr size_t kLastPage = 2;  // a cover may come first
    constexpr float kLowest = 0.7f;  // of the page: a large word at the foot of a cover is a brand
    const Heading& title = headings_[best];
    if (best >= kFront || first_page > kLastPage) return std::nullopt;
    if (title.item->page_height > 0 && title.item->place.y0 > kLowest * title.item->page_height)
      return std::nullopt;
    if (title.number.depth > 0 && title.number.family != Family::kNamed) return std::nullopt;
    for (const Heading& other : headings_) {
      // Other lines of the same title follow it block by block.
      const bool beside = same_look(other, title) && other.item - title.item == &other - &title;
      if (!beside && other.size > title.size * (1 - kSameSize)) return std::nullopt;
    }
    return headings_.size() > 1 || first_page == 0 ? std::optional(best) : std::nullopt;
  }

  // The first line of the document, unlike all other headings and not much smaller than any.
  std::optional<size_t> title_by_place() const {
    const Heading& first = headings_.front();
    if (first.item != first_block_ || first.item->page != 0 || first.number.depth > 0 ||
        headings_.size() < 2)
      return std::nullopt;
    constexpr float kMuchLarger = 1.25f;
    const bool unlike =
        std::all_of(headings_.begin() + 1, headings_.end(), [&](const Heading& other) {
          return !same_look(other, first) && other.size < kMuchLarger * first.size;
        });
    return unlike ? std::optional<size_t>(0) : std::nullopt;
  }

  void find_document_title() {
    title_ = title_by_size();
    if (!title_) title_ = title_by_place();
    if (!title_) return;
    const Heading& title = headings_[*title_];
    // A title that layout cut in two.
    for (size_t i = *title_; i < headings_.size() && headings_[i].item->page == title.item->page;
         ++i) {
      if (!same_look(headings_[i], title) || headings_[i].number.depth > 0) break;
      headings_[i].level = 1;
    }
    headings_[*title_].level = 1;
    top_ = 2;
  }

  int depth_of(Family family, bool least) const {
    int depth = 0;
    for (const Heading& h : headings_)
      if (h.number.family == family && h.level == 0)
        depth = depth == 0 ? h.number.depth
                : least    ? std::min(depth, h.number.depth)
                           : std::max(depth, h.number.depth);
    return depth;
  }

  // Families nest in this order; each one that occurs pushes the next one down.
  void rank_numbered() {
    int base = top_;
    std::map<Family, int> bases;
    for (const Family family : {Family::kNamed, Family::kCjkNamed}) {
      if (depth_of(family, true) == 0) continue;
      bases[family] = base - (depth_of(family, true) - 1);
      base = std::max(base, bases[family] + depth_of(family, false));
    }
    for (const Family family : {Family::kCjkComma, Family::kCjkParen, Family::kRoman}) {
      if (depth_of(family, true) == 0) continue;
      // CJK families say their nominal depth; Roman numerals stand alone.
      bases[family] = family == Family::kCjkParen ? base - 1 : base;
      ++base;
    }
    const bool roman = bases.count(Family::kRoman) > 0;
    const int least = depth_of(Family::kDecimal, true);
    if (least > 0) {
      // "3.1" says itself that it stands below chapter 3; "1" after "Chapter 3" is one step below
      // it.
      const bool whole = least == 1;
      bases[Family::kDecimal] = whole ? base : top_;
    }
    // "A. Proofs" is a part of "II." or an appendix beside "1".
    if (depth_of(Family::kLetter, true) > 0)
      bases[Family::kLetter] = roman                           ? base
                               : bases.count(Family::kDecimal) ? bases[Family::kDecimal]
                                                               : base;
    for (Heading& h : headings_)
      if (h.level == 0 && bases.count(h.number.family) && is_convincing(h))
        h.level = std::clamp(bases[h.number.family] + h.number.depth - 1, top_, kDeepest);
  }

  // "2 apples": a lone number is a section number only when others look like it.
  bool is_convincing(const Heading& heading) const {
    if (!heading.number.bare) return true;
    return std::any_of(headings_.begin(), headings_.end(), [&](const Heading& other) {
      return &other != &heading && other.number.family == Family::kDecimal &&
             other.number.depth > 0;
    });
  }

  // Bookmarks name headings: their depth is what the author meant.
  void rank_by_outline() {
    if (outline_.empty()) return;
    std::unordered_map<std::string, std::vector<const OutlineEntry*>> by_key;
    for (const OutlineEntry& entry : outline_)
      if (auto& list = by_key[heading_key(entry.title)]; list.size() < 32) list.push_back(&entry);
    std::vector<std::pair<Heading*, int>> matched;
    bool title_listed = false;
    for (size_t i = 0; i < headings_.size(); ++i) {
      const auto found = by_key.find(headings_[i].key);
      if (found == by_key.end() || headings_[i].key.empty()) continue;
      for (const OutlineEntry* entry : found->second) {
        if (entry->page >= 0 && std::abs(entry->page - headings_[i].item->page_index) > 1) continue;
        if (title_ && *title_ == i) title_listed = entry->level == 1;
        matched.emplace_back(&headings_[i], entry->level);
        break;
      }
    }
    constexpr size_t kEnough = 3;
    if (matched.size() < kEnough && matched.size() * 2 < headings_.size()) return;
    const int shift = title_ && !title_listed ? 1 : 0;
    for (const auto& [heading, level] : matched)
      if (heading->level != 1 || !title_) {
        heading->level = std::clamp(level + shift, 1, kDeepest);
        heading->outlined = true;
      }
  }

  // Headings without a number take the level of those they look like, else a rank by size and
  // weight.
  void rank_by_look() {
    std::vector<Heading*> open;
    for (Heading& h : headings_)
      if (h.level == 0) open.push_back(&h);
    std::stable_sort(open.begin(), open.end(), [](const Heading* a, const Heading* b) {
      if (a->size != b->size) return a->size > b->size;
      if (a->bold != b->bold) return a->bold;
      return a->caps && !b->caps;
    });
    // One sample a look and level; there are few looks, but a hostile file may have many.
    std::vector<const Heading*> samples;
    constexpr size_t kMaxSamples = 64;
    const auto add = [&](const Heading& h) {
      if (samples.size() >= kMaxSamples) return;
      for (const Heading* s : samples)
        if (s->level == h.level && same_look(*s, h)) return;
      samples.push_back(&h);
    };
    for (const Heading& h : headings_)
      if (h.level > 0 && !(title_ && h.level == 1)) add(h);
    for (Heading* h : open) {
      h->level = level_by_look(*h, samples);
      add(*h);
    }
  }

  int level_by_look(const Heading& heading, const std::vector<const Heading*>& samples) const {
    int larger = top_ - 1, smaller = kDeepest + 1;
    for (const Heading* sample : samples) {
      if (same_look(*sample, heading)) return sample->level;
      const bool is_larger = sample->size > heading.size * (1 + kSameSize);
      const bool is_smaller = sample->size < heading.size * (1 - kSameSize);
      const bool heavier = !is_smaller && (sample->bold && !heading.bold);
      if (is_larger || heavier) larger = std::max(larger, sample->level);
      if (is_smaller) smaller = std::min(smaller, sample->level);
    }
    // Between a larger and a smaller one that are neighbours: beside the smaller one.
    return std::clamp(std::min(larger + 1, std::max(smaller, top_)), top_, kDeepest);
  }

  // No level is skipped; headings that look the same keep the level the first of them got.
  std::string settle() {
    std::vector<const Heading*> samples;
    constexpr size_t kMaxSamples = 64;
    int previous = title_ ? 1 : 0;
    for (size_t i = 0; i < headings_.size(); ++i) {
      Heading& h = headings_[i];
      const bool numbered = h.number.depth > 0;
      const auto alike = std::find_if(samples.begin(), samples.end(),
                                      [&](const Heading* sample) { return same_look(*sample, h); });
      if (!numbered && !h.outlined && alike != samples.end())
        h.level = std::min(h.level, (*alike)->level);
      // A page out of a book may begin at "4.2".
      if (i > 0 || !numbered) h.level = std::min(h.level, previous + 1);
      h.level = std::clamp(h.level, 1, kDeepest);
      h.item->block().level = h.level;
      previous = h.level;
      if (!numbered && alike == samples.end() && samples.size() < kMaxSamples)
        samples.push_back(&h);
    }
    return title_ ? plain_text(headings_[*title_].item->block().content) : std::string();
  }

  const std::vector<OutlineEntry>& outline_;
  std::vector<Heading> headings_;
  const FlowBlock* first_block_ = nullptr;  // furniture apart
  std::optional<size_t> title_;
  int top_ = 1;  // level of the highest headings below the document's title
};

}  // namespace

void promote_titles(Flow& flow) {
  const float body = body_size(flow);
  std::vector<std::pair<float, bool>> looks;  // size and weight of the document's titles
  constexpr size_t kMaxLooks = 64;
  for (const FlowBlock& item : flow)
    if (!item.gone && item.kind() == BlockKind::kTitle && looks.size() < kMaxLooks)
      looks.emplace_back(item.of_page.size, item.of_page.bold);
  for (FlowBlock& item : flow) {
    if (!stands_out(item, body) || item.block().source != Source::kTextLayer) continue;
    const float size = item.of_page.size;
    const bool known = std::any_of(looks.begin(), looks.end(), [&](const auto& look) {
      return std::fabs(look.first - size) <= kSameSize * size && look.second == item.of_page.bold;
    });
    constexpr float kSurelyLarge = 1.4f;
    if (known || size > kSurelyLarge * body) item.block().kind = BlockKind::kTitle;
  }
}

std::string rank_headings(Flow& flow, const std::vector<OutlineEntry>& outline) {
  return Ranker(flow, outline).run();
}

}  // namespace octavo::document
