#include "document/crop/make_crops.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "image/rotate.h"

namespace octavo::document {
namespace {

constexpr float kMargin = 2;  // points around a region, so that no stroke at its edge is lost
constexpr float kStructureDpi = 150;     // enough for ruling lines of a pixel in a scan
constexpr float kLeastSide = 3;          // points; smaller regions hold nothing to see
constexpr size_t kPartsBeforeWhole = 2;  // from more crops on, one rendering of the page is cheaper

std::optional<Task> task_of(const Page& page, const Region& region, bool keep_pictures) {
  const bool unread = std::any_of(region.lines.begin(), region.lines.end(),
                                  [&](uint32_t i) { return page.lines[i].words.empty(); });
  switch (region.kind) {
    case RegionKind::kFigure:
    case RegionKind::kChart:
      if (keep_pictures) return Task::kKeepPicture;
      return std::nullopt;
    case RegionKind::kEquation:
      if (keep_pictures && (unread || region.lines.empty())) return Task::kKeepPicture;
      return std::nullopt;
    case RegionKind::kTable:
      if (unread) return Task::kReadStructure;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

PointBox with_margin(const PointBox& box, const Page& page) {
  return intersection(
      PointBox{box.x0 - kMargin, box.y0 - kMargin, box.x1 + kMargin, box.y1 + kMargin},
      PointBox{0, 0, page.width, page.height});
}

Raster cut(const Raster& whole, const PointBox& box) {
  const PixelBox pixels = whole.to_pixels(box);
  Raster part;
  part.image = Image::copy(ImageView(whole.image).part(pixels));
  part.area = whole.to_points(pixels);
  part.scale_x = whole.scale_x;
  part.scale_y = whole.scale_y;
  return part;
}

// The content of a region that stands turned clockwise by `angle` is upright after the rest of a
// turn.
void make_upright(Raster& raster, int angle) {
  const int rest = (360 - angle) % 360;
  if (rest == 0) return;
  raster.image = turn(raster.image, rest);
  if (rest != 180) std::swap(raster.scale_x, raster.scale_y);
}

}  // namespace

Result<std::vector<Crop>> make_crops(const Page& page, const Layout& layout, PageView& view,
                                     const CropOptions& options) {
  struct Wanted {
    uint32_t region;
    Task task;
    PointBox box;
    float dpi;
  };
  std::vector<Wanted> wanted;
  for (uint32_t i = 0; i < layout.regions.size(); ++i) {
    const Region& region = layout.regions[i];
    const std::optional<Task> task = task_of(page, region, options.keep_pictures);
    const PointBox box = with_margin(region.box, page);
    if (!task || box.width() < kLeastSide || box.height() < kLeastSide) continue;
    wanted.push_back(
        {i, *task, box, *task == Task::kReadStructure ? kStructureDpi : options.picture_dpi});
  }
  std::vector<Crop> crops;
  for (const Wanted& w : wanted) {
    OCTAVO_TRY_STATUS(view.deadline().check());
    Raster raster;
    if (wanted.size() > kPartsBeforeWhole) {
      const Raster* whole = OCTAVO_TRY(view.whole(w.dpi));
      raster = cut(*whole, w.box);
    } else {
      raster = OCTAVO_TRY(view.part(w.box, w.dpi));
    }
    if (raster.image.empty()) continue;
    make_upright(raster, layout.regions[w.region].angle);
    crops.push_back({w.region, w.task, std::move(raster)});
  }
  return crops;
}

}  // namespace octavo::document
