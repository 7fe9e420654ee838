// One page of a source together with its pixels, rendered at most once for each resolution.
// Not thread-safe: belongs to the worker that reads the page. The source must outlive it.
#pragma once

#include <map>

#include "base/deadline.h"
#include "document/page/page_source.h"

namespace octavo::document {

class PageView {
 public:
  PageView(const PageSource& source, int index, const Limits& limits, Deadline deadline)
      : source_(source), index_(index), limits_(limits), deadline_(deadline), diagnostics_(index) {}

  int index() const { return index_; }
  const Limits& limits() const { return limits_; }
  const Deadline& deadline() const { return deadline_; }
  Diagnostics& diagnostics() { return diagnostics_; }

  // The content as the source gives it, not turned.
  Result<PageContent> content();
  // From now on boxes given and pixels returned are of the page turned clockwise by 0, 90, 180 or
  // 270. Drops the cache.
  void set_turn(int degrees);
  int turn() const { return turn_; }
  // A scan lies askew: its lines run clockwise downhill by this many degrees (after the turn). From
  // now on the page is straightened about its centre. Drops the cache.
  void set_skew(float degrees);
  float skew() const { return skew_; }
  // The whole page in colour; the reference stays valid until release(). The same dpi is rendered
  // once.
  Result<const Raster*> whole(float dpi);
  // A part of the page, not cached. `box` must have an area.
  Result<Raster> part(const PointBox& box, float dpi);
  // Forgets the cached pixels.
  void release() { cache_.clear(); }

 private:
  Result<Raster> render(const PointBox& box, float dpi);  // empty box: the whole page

  const PageSource& source_;
  int index_;
  const Limits& limits_;
  Deadline deadline_;
  Diagnostics diagnostics_;
  int turn_ = 0;
  float skew_ = 0;
  float width_ = 0, height_ = 0;   // of the page as displayed; 0 until its content was asked for
  std::map<float, Raster> cache_;  // by requested dpi
};

}  // namespace octavo::document
