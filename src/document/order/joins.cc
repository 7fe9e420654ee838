#include "document/order/joins.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "document/block/inline_text.h"
#include "document/block/list.h"
#include "document/block/marker.h"
#include "document/block/paragraphs.h"

namespace octavo::document {
namespace {

constexpr float kSameSize = 0.08f;
// Pages between two parts: one that holds nothing but a figure may lie between.
constexpr int kMaxPages = 2;

bool ends_with_hyphen(const std::string& text) {
  if (text.size() < 2 || text.back() != '-') return false;
  return is_letter(last_char(std::string_view(text).substr(0, text.size() - 1)));
}

bool same_type(const FlowBlock& a, const FlowBlock& b) {
  const float larger = std::max(a.of_page.size, b.of_page.size);
  return std::fabs(a.of_page.size - b.of_page.size) <= kSameSize * larger &&
         a.of_page.bold == b.of_page.bold;
}

// Where a block ends and another begins: `apart` when a column or page lies between.
bool is_apart(const FlowBlock& a, const FlowBlock& b) {
  if (a.page != b.page) return true;
  const PointBox& end = a.block().boxes.back().box;
  const PointBox& start = b.block().boxes.front().box;
  return start.y0 < end.y0 || overlap_x(end, start) <= 0;
}

// The last line is full, or the next word would not have fitted on it; and no sentence ends.
bool leaves_open(const FlowBlock& end, const FlowBlock& next) {
  const PageBlock& a = end.of_page;
  if (a.ends_open) return true;
  return !a.hard_lines && a.end_space <= next.of_page.first_width + 0.8f * a.size &&
         !ends_sentence(block_text(end.block()));
}

Marker marker_of(const ListItem& item) { return parse_marker(item.marker + " x"); }

class Joiner {
 public:
  explicit Joiner(Flow& flow) : flow_(flow) {}

  void run() {
    for (size_t i = 0; i < flow_.size(); ++i) {
      FlowBlock& item = flow_[i];
      if (item.gone) continue;
      if (item.kind() == BlockKind::kPageFootnote) {
        join_same(notes_, i);
        continue;
      }
      if (item.kind() == BlockKind::kCode && join_code(i)) continue;
      if (is_transparent(item.kind())) {
        if (!is_page_furniture(item.kind())) interrupted_ = true;
        if (item.kind() == BlockKind::kCode) code_ = i;
        continue;
      }
      code_ = kNone;
      take(i);
    }
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  // A block of the text flow: joined to the open one, or the open one from now on.
  void take(size_t index) {
    FlowBlock& item = flow_[index];
    bool joined = false;
    if (open_ != kNone && item.page_index - last_page_ <= kMaxPages) {
      switch (item.kind()) {
        case BlockKind::kText:
          joined = join_text(index);
          break;
        case BlockKind::kList:
          joined = join_list(index);
          break;
        case BlockKind::kIndex:
          joined = join_index(index);
          break;
        case BlockKind::kReference:
          joined = join_reference(index);
          break;
        default:
          break;
      }
    }
    if (!joined) open_ = index;
    last_ = index;
    last_page_ = item.page_index;
    interrupted_ = false;
  }

  FlowBlock& open() { return flow_[open_]; }

  // `last_` is the block whose end is the end of the open one.
  bool text_goes_on(const FlowBlock& next) {
    const FlowBlock& end = flow_[last_];
    const PageBlock& a = end.of_page;
    const PageBlock& b = next.of_page;
    if (b.region_kind == RegionKind::kCaption || !same_type(end, next) || b.centered) return false;
    const bool apart = is_apart(end, next);
    // One short row is a label or a note, whatever edge it reaches.
    constexpr float kShortRow = 20;  // ems
    const float width = end.place.width();
    if (a.rows == 1 && width < kShortRow * a.size && width < 0.6f * next.place.width())
      return false;
    if (ends_with_hyphen(plain_text(tail_of(open().block()))))
      return b.starts_flush && b.starts_mid_sentence;
    if (!b.starts_flush || !leaves_open(end, next)) return false;
    const char32_t first = first_char(block_text(next.block()));
    if (is_lower(first)) return apart || interrupted_ || a.end_space < 3 * a.size;
    const bool full = a.end_space <= b.first_width + 0.8f * a.size;
    // Below each other in one column: only where the distance is that of lines.
    const float distance = next.place.y0 - end.place.y1;
    if (!apart) return full && b.starts_mid_sentence && !interrupted_ && distance < 1.6f * a.size;
    if (b.starts_mid_sentence) return full || a.rows >= 2;
    // A capital or a digit: only where both parts are running text and the line before had no room.
    return full && a.rows >= 3 && b.rows >= 2 && !is_digit(first);
  }

  static Inlines& tail_of(Block& block) {
    return block.items.empty() ? block.content : block.items.back().content;
  }

  bool join_text(size_t index) {
    FlowBlock& next = flow_[index];
    const BlockKind kind = open().kind();
    if (kind == BlockKind::kList) return join_text_to_list(index);
    if (kind != BlockKind::kText || open().of_page.region_kind == RegionKind::kCaption)
      return false;
    if (!text_goes_on(next)) return false;
    append_joined(open().block().content, next.block().content);
    finish(index);
    return true;
  }

  // The rest of an item, or one more item that stood alone on its page.
  bool join_text_to_list(size_t index) {
    FlowBlock& next = flow_[index];
    Block& list = open().block();
    if (list.items.empty() || next.of_page.region_kind == RegionKind::kCaption) return false;
    const std::string text = block_text(next.block());
    const Marker marker = parse_marker(text);
    if (marker && !marker.is_bullet()) {
      const int level = level_after(list, marker);
      if (level < 0 || !same_type(open(), next)) return false;
      ListItem item{.marker = marker.text,
                    .level = level,
                    .content = next.block().content,
                    .boxes = next.block().boxes};
      drop_prefix(item.content, marker.bytes);
      list.items.push_back(std::move(item));
      finish(index);
      return true;
    }
    const bool goes_on =
        leaves_open(flow_[last_], next) || ends_with_hyphen(plain_text(tail_of(list)));
    if (!goes_on || !is_lower(first_char(text)) || !is_apart(flow_[last_], next) ||
        !same_type(flow_[last_], next))
      return false;
    append_joined(list.items.back().content, next.block().content);
    for (const PageBox& box : next.block().boxes) list.items.back().boxes.push_back(box);
    finish(index);
    return true;
  }

  // The level of the item that `marker` counts on from; -1 when there is none.
  static int level_after(const Block& list, const Marker& marker) {
    constexpr size_t kLookBack = 40;
    const size_t count = list.items.size();
    for (size_t back = 1; back <= std::min(count, kLookBack); ++back) {
      const ListItem& item = list.items[count - back];
      if (follows(marker_of(item), marker)) return item.level;
    }
    return -1;
  }

  bool join_list(size_t index) {
    FlowBlock& next = flow_[index];
    if (open().kind() != BlockKind::kList || next.block().items.empty()) return false;
    Block& list = open().block();
    const Marker first = marker_of(next.block().items.front());
    if (!first) return false;
    // Bullets that follow on one page without an interruption were kept apart on purpose.
    const bool broken = last_ != open_ || interrupted_ || is_apart(flow_[last_], next);
    if (first.is_bullet() && !broken) return false;
    const int level = level_after(list, first);
    if (level < 0 || !same_type(open(), next)) return false;
    const int shift = level - next.block().items.front().level;
    for (ListItem& item : next.block().items) {
      item.level = std::max(0, item.level + shift);
      list.items.push_back(std::move(item));
    }
    finish(index);
    return true;
  }

  bool join_index(size_t index) {
    FlowBlock& next = flow_[index];
    if (open().kind() != BlockKind::kIndex || interrupted_) return false;
    Block& list = open().block();
    std::move(next.block().items.begin(), next.block().items.end(), std::back_inserter(list.items));
    finish(index);
    return true;
  }

  bool join_reference(size_t index) {
    FlowBlock& next = flow_[index];
    if (open().kind() != BlockKind::kReference || !next.of_page.starts_mid_sentence) return false;
    if (!is_apart(flow_[last_], next)) return false;
    append_joined(open().block().content, next.block().content);
    finish(index);
    return true;
  }

  void join_same(size_t& previous, size_t index) {
    FlowBlock& next = flow_[index];
    if (previous != kNone && next.page == flow_[previous].page + 1 &&
        flow_[previous].of_page.ends_open && next.of_page.starts_mid_sentence &&
        same_type(flow_[previous], next)) {
      append_joined(flow_[previous].block().content, next.block().content);
      absorb(flow_[previous].block(), next.block());
      next.gone = true;
      return;
    }
    previous = index;
  }

  // A listing that runs over the page: nothing but furniture between, no caption of its own.
  bool join_code(size_t index) {
    FlowBlock& next = flow_[index];
    if (code_ == kNone || next.page != flow_[code_].page + 1 || !next.block().captions.empty())
      return false;
    Block& code = flow_[code_].block();
    code.content.push_back({InlineKind::kText, kPlain, "\n", {}});
    append_inlines(code.content, next.block().content);
    absorb(code, next.block());
    next.gone = true;
    return true;
  }

  void finish(size_t index) {
    FlowBlock& next = flow_[index];
    absorb(open().block(), next.block());
    // Whose end is now the end of the open block; `next` keeps the facts of its last line.
    next.block().boxes = {open().block().boxes.back()};
    next.gone = true;
  }

  Flow& flow_;
  size_t open_ = kNone;   // block that text may be added to
  size_t last_ = kNone;   // block that holds the last line of the open one
  size_t notes_ = kNone;  // last footnote
  size_t code_ = kNone;   // last listing
  int last_page_ = 0;
  bool interrupted_ = false;  // a figure, table or note stands after the open block
};

}  // namespace

void join_continuations(Flow& flow) { Joiner(flow).run(); }

}  // namespace octavo::document
