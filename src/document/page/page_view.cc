#include "document/page/page_view.h"

#include "base/check.h"
#include "base/try.h"
#include "document/page/turn.h"
#include "image/rotate.h"

namespace octavo::document {

Result<PageContent> PageView::content() {
  auto content = source_.content(index_, diagnostics_);
  if (content.ok()) {
    width_ = content->width;
    height_ = content->height;
  }
  return content;
}

void PageView::set_turn(int degrees) {
  OCTAVO_CHECK(degrees == 0 || degrees == 90 || degrees == 180 || degrees == 270);
  if (degrees == turn_) return;
  turn_ = degrees;
  cache_.clear();
}

void PageView::set_skew(float degrees) {
  if (degrees == skew_) return;
  skew_ = degrees;
  cache_.clear();
}

Result<const Raster*> PageView::whole(float dpi) {
  const auto known = cache_.find(dpi);
  if (known != cache_.end()) return &known->second;
  Raster raster = OCTAVO_TRY(render({}, dpi));
  if (skew_ != 0) raster.image = rotate(raster.image, -skew_);
  return &cache_.insert_or_assign(dpi, std::move(raster)).first->second;
}

Result<Raster> PageView::part(const PointBox& box, float dpi) {
  // A box without area would ask for the whole page.
  if (box.empty()) return Error{Code::kInvalidArgument, "an empty part of a page", "", {}};
  if (skew_ == 0) return render(box, dpi);
  // Straightened pixels come from the whole page alone.
  const Raster* page = OCTAVO_TRY(whole(dpi));
  const PixelBox pixels = page->to_pixels(box);
  if (pixels.empty()) return Error{Code::kPageFailed, "the area lies outside the page", "", {}};
  Raster raster;
  raster.image = Image::copy(ImageView(page->image).part(pixels));
  raster.area = page->to_points(pixels);
  raster.scale_x = page->scale_x;
  raster.scale_y = page->scale_y;
  return raster;
}

Result<Raster> PageView::render(const PointBox& box, float dpi) {
  OCTAVO_TRY_STATUS(deadline_.check());
  if (turn_ != 0 && width_ == 0) {
    Diagnostics again(
        index_);  // content() will report for itself when it is called for its own sake
    const PageContent page = OCTAVO_TRY(source_.content(index_, again));
    width_ = page.width;
    height_ = page.height;
  }
  RenderRequest request;
  request.dpi = dpi;
  request.max_pixels = limits_.max_page_pixels;
  request.deadline = &deadline_;
  if (!box.empty()) request.clip = turn_box_back(box, turn_, width_, height_);
  Raster raster = OCTAVO_TRY(source_.render(index_, request, diagnostics_));
  if (turn_ == 0) return raster;
  raster.image = octavo::turn(raster.image, turn_);
  raster.area = turn_box(raster.area, turn_, width_, height_);
  if (turn_ != 180) std::swap(raster.scale_x, raster.scale_y);
  return raster;
}

}  // namespace octavo::document
