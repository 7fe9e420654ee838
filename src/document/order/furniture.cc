#include "document/order/furniture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "base/utf8.h"
#include "document/block/paragraphs.h"
#include "document/order/lone_furniture.h"
#include "document/order/page_number.h"

namespace octavo::document {
namespace {

constexpr float kEdgeZone = 0.12f;       // of the page height, top and bottom
constexpr size_t kMaxRunningText = 200;  // characters
constexpr size_t kProse = 120;           // characters: no running head is longer and unrepeated

bool may_be_furniture(BlockKind kind) {
  return kind == BlockKind::kText || kind == BlockKind::kTitle || kind == BlockKind::kList ||
         kind == BlockKind::kPageFootnote || is_page_furniture(kind);
}

// Text without spaces, digits all one: "Page 3 of 9" and "Page 4 of 9" are the same.
std::string running_key(const std::string& text) {
  std::string key;
  bool digits = false;
  for (const char32_t c : to_utf32(text)) {
    if (is_space(c)) continue;
    if (is_digit(c)) {
      if (!digits) key += '#';
      digits = true;
      continue;
    }
    digits = false;
    append_utf8(key, c >= 'A' && c <= 'Z' ? (c | 0x20) : c);
  }
  return key;
}

size_t visible(const std::string& text) {
  size_t count = 0;
  for (const char32_t c : to_utf32(text)) count += !is_space(c);
  return count;
}

class Settler {
 public:
  Settler(Flow& flow, const std::vector<PageBlocks>& pages) : flow_(flow), pages_(pages) {
    by_page_.resize(pages.size());
    confirmed_.resize(flow.size(), false);
    body_blocks_.resize(pages.size(), 0);
    for (const FlowBlock& item : flow) body_blocks_[item.page] += !is_page_furniture(item.kind());
    for (size_t i = 0; i < flow.size(); ++i) by_page_[flow[i].page].push_back(i);
    body_size_ = body_size(flow);
  }

  void run() {
    gather();
    for (size_t page = 0; page < pages_.size(); ++page)
      for (const Edge edge : {Edge::kTop, Edge::kBottom}) settle_edge(page, edge);
    count_pages();
    find_foot_numbers();
    for (FlowBlock& item : flow_) {
      const bool number = item.kind() == BlockKind::kPageNumber;
      if (number && !may_be_page_number(block_text(item.block())))
        item.block().kind = BlockKind::kText;
      demote(item);
    }
  }

 private:
  struct Place {
    size_t page;
    float y;  // share of the page height
    size_t item;
  };

  float share_of_height(const FlowBlock& item, Edge edge) const {
    const float height = upright_height(pages_[item.page].info);
    if (!(height > 0)) return 0.5f;
    return (edge == Edge::kTop ? item.place.y0 : item.place.y1) / height;
  }

  bool in_zone(const FlowBlock& item, Edge edge) const {
    const float y = share_of_height(item, edge);
    return edge == Edge::kTop ? y < kEdgeZone : y > 1 - kEdgeZone;
  }

  void gather() {
    texts_.resize(flow_.size());
    for (size_t i = 0; i < flow_.size(); ++i) {
      const FlowBlock& item = flow_[i];
      if (!may_be_furniture(item.kind())) continue;
      for (const Edge edge : {Edge::kTop, Edge::kBottom}) {
        if (!in_zone(item, edge)) continue;
        const std::string text = block_text(item.block());
        if (text.empty() || visible(text) > kMaxRunningText) continue;
        texts_[i] = text;
        places_[{edge, running_key(text)}].push_back({item.page, share_of_height(item, edge), i});
      }
    }
  }

  // How many pages show this text within 2 % of the page height of here.
  size_t repeats(const FlowBlock& item, Edge edge, const std::string& text) const {
    const auto found = places_.find({edge, running_key(text)});
    if (found == places_.end()) return 0;
    constexpr float kSameHeight = 0.02f;
    const float y = share_of_height(item, edge);
    constexpr size_t kMaxPlaces = 4096;  // a page may repeat a text endlessly
    size_t count = 0, with_body = 0, last = pages_.size();
    for (size_t i = 0; i < std::min(found->second.size(), kMaxPlaces); ++i) {
      const Place& place = found->second[i];
      if (place.page == last || std::fabs(place.y - y) > kSameHeight) continue;
      last = place.page;
      with_body += body_blocks_[place.page] > 1;
      if (++count >= kEnoughRepeats) break;  // keeps a long document linear
    }
    // Pages that show nothing else: it is what they say.
    return with_body * 2 >= count ? count : 0;
  }

  bool repeated_enough(const FlowBlock& item, Edge edge, const std::string& text) const {
    const size_t count = repeats(item, edge, text);
    const size_t pages = pages_.size();
    if (pages < 2) return false;
    size_t needed = pages <= 3 ? 2 : 3;
    // Slides repeat a title while they go on with it; only what half of the pages show is a header
    // then.
    const bool large = item.of_page.size > 1.15f * body_size_;
    if (large && !is_page_furniture(item.kind()))
      needed = std::max(needed, std::min(kEnoughRepeats, (pages + 1) / 2));
    return count >= needed;
  }

  // From the edge inwards, until something that is not furniture.
  void settle_edge(size_t page, Edge edge) {
    std::vector<size_t> items;
    for (const size_t i : by_page_[page])
      if (in_zone(flow_[i], edge)) items.push_back(i);
    std::sort(items.begin(), items.end(), [&](size_t a, size_t b) {
      const float ya = flow_[a].place.center_y(), yb = flow_[b].place.center_y();
      if (ya != yb) return edge == Edge::kTop ? ya < yb : ya > yb;
      return a < b;
    });
    for (size_t n = 0; n < items.size(); ++n) {
      const size_t i = items[n];
      FlowBlock& item = flow_[i];
      if (!may_be_furniture(item.kind())) break;
      const bool repeated = !texts_[i].empty() && repeated_enough(item, edge, texts_[i]);
      if (repeated) {
        confirmed_[i] = true;
        if (item.kind() != BlockKind::kPageNumber && item.kind() != BlockKind::kAside)
          become_furniture(item, edge == Edge::kTop ? BlockKind::kHeader : BlockKind::kFooter);
      } else if (!is_page_furniture(item.kind())) {
        const FlowBlock* inward =
            n + 1 < items.size() ? &flow_[items[n + 1]] : nearest(page, edge, i);
        const auto kind = lone_furniture(item, inward, pages_[page].info, edge, body_size_);
        if (!kind) break;
        become_furniture(item, *kind);
        confirmed_[i] = true;
      }
    }
  }

  // The block of the page next to `index` on the way to the middle.
  const FlowBlock* nearest(size_t page, Edge edge, size_t index) const {
    const float y = flow_[index].place.center_y();
    const FlowBlock* best = nullptr;
    for (const size_t i : by_page_[page]) {
      const float other = flow_[i].place.center_y();
      const bool inside = edge == Edge::kTop ? other > y : other < y;
      if (i == index || !inside) continue;
      const bool nearer = best == nullptr || (edge == Edge::kTop ? other < best->place.center_y()
                                                                 : other > best->place.center_y());
      if (nearer) best = &flow_[i];
    }
    return best;
  }

  // List items go back to plain text: furniture has content alone.
  static void become_furniture(FlowBlock& item, BlockKind kind) {
    Block& block = item.block();
    if (!block.items.empty()) {
      block.content = {{InlineKind::kText, kPlain, block_text(block), {}}};
      block.items.clear();
    }
    block.kind = kind;
  }

  // Numbers at the edges that grow as the pages do.
  void count_pages() {
    std::map<int, size_t> offsets;
    std::vector<std::pair<size_t, int>> found;
    for (size_t i = 0; i < flow_.size(); ++i) {
      if (texts_[i].empty()) continue;
      const auto number = shown_page_number(texts_[i]);
      if (!number) continue;
      const int offset = *number - flow_[i].page_index;
      ++offsets[offset];
      found.emplace_back(i, offset);
    }
    constexpr size_t kEnough = 2;
    for (const auto& [i, offset] : found) {
      FlowBlock& item = flow_[i];
      const bool counts = offsets[offset] >= kEnough;
      if (counts || item.kind() == BlockKind::kPageNumber) {
        if (counts) become_furniture(item, BlockKind::kPageNumber);
        confirmed_[i] = true;
      }
    }
  }

  // A number alone in the middle below all text of its page, wherever the text ends.
  void find_foot_numbers() {
    for (size_t page = 0; page < pages_.size(); ++page) {
      size_t lowest = flow_.size();
      for (const size_t i : by_page_[page])
        if (!is_page_furniture(flow_[i].kind()) &&
            (lowest == flow_.size() || flow_[i].place.y1 > flow_[lowest].place.y1))
          lowest = i;
      if (lowest == flow_.size() || flow_[lowest].kind() != BlockKind::kText) continue;
      FlowBlock& item = flow_[lowest];
      const std::string text = block_text(item.block());
      const bool number =
          !text.empty() && text.size() <= 3 &&
          std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
      const float width = upright_width(pages_[page].info);
      constexpr float kMiddle = 0.03f;  // of the page width
      const bool middle = std::fabs(item.place.center_x() - width / 2) < kMiddle * width;
      if (number && middle && by_page_[page].size() > 2) item.block().kind = BlockKind::kPageNumber;
    }
  }

  void demote(FlowBlock& item) {
    const auto index = static_cast<size_t>(&item - flow_.data());
    if (item.kind() != BlockKind::kHeader && item.kind() != BlockKind::kFooter) return;
    // The model has seen the page; its blocks tell no type size that could say otherwise.
    if (confirmed_[index] || item.block().source == Source::kVlm) return;
    const std::string text = block_text(item.block());
    const bool large = item.of_page.size > 1.3f * body_size_;
    const size_t length = visible(text);
    const bool sentence = ends_sentence(text) && length > kProse / 3;
    // Feet end sentences, too: "All rights reserved."
    const bool prose =
        length > kProse || (sentence && (item.kind() == BlockKind::kHeader ||
                                         (length > kProse / 2 && item.of_page.rows >= 2)));
    if (!large && !prose) return;
    item.block().kind = large && length <= kProse ? BlockKind::kTitle : BlockKind::kText;
    item.of_page.region_kind = large ? RegionKind::kTitle : RegionKind::kText;
  }

  static constexpr size_t kEnoughRepeats = 12;

  Flow& flow_;
  const std::vector<PageBlocks>& pages_;
  std::vector<std::vector<size_t>> by_page_;
  std::vector<std::string> texts_;  // of candidates, else empty
  std::map<std::pair<Edge, std::string>, std::vector<Place>> places_;
  std::vector<bool> confirmed_;
  std::vector<size_t> body_blocks_;  // by page: what layout took for the text
  float body_size_ = 10;
};

}  // namespace

void settle_furniture(Flow& flow, const std::vector<PageBlocks>& pages) {
  Settler(flow, pages).run();
}

}  // namespace octavo::document
