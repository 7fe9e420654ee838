#include "document/order/captions.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "document/block/caption.h"
#include "document/block/marker.h"

namespace octavo::document {
namespace {

constexpr size_t kReach = 6;    // blocks in reading order between a caption and its figure
constexpr float kFarthest = 6;  // font sizes of white space between them

bool is_main(BlockKind kind) {
  return kind == BlockKind::kImage || kind == BlockKind::kChart || kind == BlockKind::kTable ||
         kind == BlockKind::kCode;
}

// A caption, or the line "Table 3 (continued)" that layout took for text.
bool is_caption(const FlowBlock& item) {
  if (item.gone || item.kind() != BlockKind::kText) return false;
  constexpr int kShort = 2;  // rows
  if (item.of_page.rows <= kShort && is_continuation_caption(block_text(item.block()))) return true;
  return item.of_page.region_kind == RegionKind::kCaption;
}

bool suits(CaptionKind caption, BlockKind main) {
  switch (caption) {
    case CaptionKind::kFigure:
      return main == BlockKind::kImage || main == BlockKind::kChart;
    case CaptionKind::kTable:
      return main == BlockKind::kTable;
    case CaptionKind::kCode:
      return main == BlockKind::kCode;
    case CaptionKind::kNone:
      return true;
  }
  return false;
}

// White space between two boxes, points; 0 when they touch or overlap.
float distance(const PointBox& a, const PointBox& b) {
  const float dx = std::max({0.0f, a.x0 - b.x1, b.x0 - a.x1});
  const float dy = std::max({0.0f, a.y0 - b.y1, b.y0 - a.y1});
  return std::hypot(dx, dy);
}

class Attacher {
 public:
  explicit Attacher(Flow& flow) : flow_(flow) {}

  void run() {
    for (size_t i = 0; i < flow_.size(); ++i)
      if (is_caption(flow_[i])) attach(i);
    for (size_t i = 0; i < flow_.size(); ++i) attach_notes(i);
  }

 private:
  void attach(size_t index) {
    const CaptionKind kind = caption_prefix(block_text(flow_[index].block())).kind;
    size_t best = flow_.size();
    float least = 0;
    for (const int step : {-1, +1}) {
      size_t at = index;
      for (size_t reach = 0; reach < kReach; ++reach) {
        if ((step < 0 && at == 0) || (step > 0 && at + 1 >= flow_.size())) break;
        at = step < 0 ? at - 1 : at + 1;
        const FlowBlock& other = flow_[at];
        if (other.page != flow_[index].page) break;
        if (other.gone || !is_main(other.kind())) continue;
        const float cost = cost_of(index, at, kind, reach);
        if (cost >= 0 && (best == flow_.size() || cost < least)) {
          best = at;
          least = cost;
        }
      }
    }
    if (best < flow_.size()) take(index, best, /*note=*/false);
  }

  // Negative: cannot belong together. Font sizes, plus what speaks against it.
  float cost_of(size_t caption, size_t main, CaptionKind kind, size_t between) const {
    const FlowBlock& from = flow_[caption];
    const FlowBlock& to = flow_[main];
    const float size = std::max(1.0f, from.of_page.size);
    const float space = distance(from.place, to.place) / size;
    const bool aligned = overlap_x(from.place, to.place) > 0 || overlap_y(from.place, to.place) > 0;
    if (!aligned || space > kFarthest * (suits(kind, to.kind()) ? 1.5f : 0.75f)) return -1;
    float cost = space + 0.5f * static_cast<float>(between);
    if (!suits(kind, to.kind())) cost += 4;
    const bool above = from.place.center_y() < to.place.center_y();
    // Tables are captioned above, everything else below; a habit, not a rule.
    if (above != (to.kind() == BlockKind::kTable || to.kind() == BlockKind::kCode)) cost += 1;
    if (!to.block().captions.empty()) cost += 3;
    return cost;
  }

  void take(size_t index, size_t main, bool note) {
    FlowBlock& from = flow_[index];
    Block& to = flow_[main].block();
    Caption caption{std::move(from.block().content), from.block().boxes.front()};
    for (const PageBox& place : from.block().boxes)
      if (place.page == caption.box.page) caption.box.box = hull(caption.box.box, place.box);
    (note ? to.footnotes : to.captions).push_back(std::move(caption));
    from.gone = true;
  }

  // Small print and "Source:" right below a table or figure, one after the other.
  void attach_notes(size_t main) {
    if (flow_[main].gone || !is_main(flow_[main].kind()) || flow_[main].kind() == BlockKind::kCode)
      return;
    const bool table = flow_[main].kind() == BlockKind::kTable;
    PointBox above = flow_[main].place;
    for (size_t i = main + 1; i < flow_.size() && flow_[i].page == flow_[main].page; ++i) {
      FlowBlock& item = flow_[i];
      if (item.gone) continue;
      const bool note_kind =
          item.kind() == BlockKind::kText || item.kind() == BlockKind::kPageFootnote;
      const float size = std::max(1.0f, item.of_page.size);
      const bool below = item.place.y0 >= above.y1 - size && item.place.y0 - above.y1 < 2 * size &&
                         overlap_x(item.place, above) > 0.5f * item.place.width();
      if (!note_kind || !below || !is_note(item, table)) return;
      above = item.place;
      take(i, main, /*note=*/true);
    }
  }

  static bool is_note(const FlowBlock& item, bool table) {
    const std::string text = block_text(item.block());
    if (is_table_note(text)) return true;
    const bool marked = footnote_mark_bytes(text, false) > 0;
    return table && item.of_page.region_kind == RegionKind::kFootnote && marked;
  }

  Flow& flow_;
};

}  // namespace

void attach_captions(Flow& flow) { Attacher(flow).run(); }

}  // namespace octavo::document
