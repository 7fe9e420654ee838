#include "document/layout/place_side_titles.h"

#include <algorithm>
#include <limits>

namespace octavo::document {
namespace {

constexpr float kBeside = 0.5F;  // of the title's height that the column shares
constexpr size_t kMostTitles = 50;

bool is_side_title(const RegionDraft& draft) {
  return !draft.parts.empty() &&
         std::all_of(draft.parts.begin(), draft.parts.end(),
                     [](const RegionDraft& part) {
                       return part.kind == RegionKind::kTitle || part.lines.size() <= 1;
                     }) &&
         std::any_of(draft.parts.begin(), draft.parts.end(),
                     [](const RegionDraft& part) { return part.kind == RegionKind::kTitle; });
}

}  // namespace

void place_side_titles(std::vector<RegionDraft>& drafts) {
  size_t moved = 0;
  for (size_t i = 0; i < drafts.size() && moved < kMostTitles; ++i) {
    if (!is_side_title(drafts[i])) continue;
    const PointBox title = drafts[i].box;
    // The stack nearest to its side, and where that begins.
    float nearest = std::numeric_limits<float>::infinity();
    uint32_t stack = drafts[i].stack;
    for (size_t k = 0; k < i; ++k) {
      const PointBox& box = drafts[k].box;
      if (drafts[k].lines.empty() || drafts[k].stack == drafts[i].stack) continue;
      const float gap = std::max(title.x0 - box.x1, box.x0 - title.x1);
      if (overlap_y(box, title) < kBeside * std::min(title.height(), box.height())) continue;
      if (gap < nearest) nearest = gap, stack = drafts[k].stack;
    }
    if (stack == drafts[i].stack) continue;
    const auto first = std::find_if(drafts.begin(), drafts.begin() + static_cast<long>(i),
                                    [&](const RegionDraft& d) { return d.stack == stack; });
    std::rotate(first, drafts.begin() + static_cast<long>(i),
                drafts.begin() + static_cast<long>(i) + 1);
    ++moved;
  }
}

}  // namespace octavo::document
