#include "document/layout/place_page_title.h"

#include <algorithm>

namespace octavo::document {
namespace {

constexpr float kLarger = 1.3F;   // times the size of anything else
constexpr float kNarrow = 0.6F;   // of the width of the title's column
constexpr float kCloseBelow = 1;  // of the title's height: a line that goes with it
constexpr int kMostTitleRows = 2;

bool stands_out(const std::vector<RegionDraft>& drafts, size_t title) {
  for (size_t i = 0; i < drafts.size(); ++i)
    if (i != title && drafts[i].size * kLarger > drafts[title].size) return false;
  return true;
}

// The hull of drafts [first, last).
PointBox hull_of(const std::vector<RegionDraft>& drafts, size_t first, size_t last) {
  PointBox box;
  for (size_t i = first; i < last; ++i) box = hull(box, drafts[i].box);
  return box;
}

}  // namespace

void place_page_title(std::vector<RegionDraft>& drafts) {
  size_t title = 0;  // the first of the second column
  while (title < drafts.size() && drafts[title].stack == drafts.front().stack) ++title;
  if (title == 0 || title == drafts.size() || drafts[title].lines.empty() ||
      drafts[title].rows > kMostTitleRows || !stands_out(drafts, title))
    return;
  size_t column_end = title;
  while (column_end < drafts.size() && drafts[column_end].stack == drafts[title].stack)
    ++column_end;
  const PointBox side = hull_of(drafts, 0, title), column = hull_of(drafts, title, column_end);
  if (side.x1 > column.x0 || side.width() > kNarrow * column.width()) return;
  size_t end = title;
  const float reach = kCloseBelow * drafts[title].box.height();
  while (end < column_end && drafts[end].box.y1 < side.y0 &&
         (end == title || drafts[end].box.y0 - drafts[end - 1].box.y1 < reach))
    ++end;
  std::rotate(drafts.begin(), drafts.begin() + static_cast<long>(title),
              drafts.begin() + static_cast<long>(end));
}

}  // namespace octavo::document
