// Page + Layout -> Crops: the pixels that recognition and output need, cut at the right resolution.
#pragma once

#include <vector>

#include "document/layout/layout.h"
#include "document/page/page_view.h"

namespace octavo::document {

// OCR takes the pixels of its lines from the PageView itself: lines of many regions share a
// rendering.
enum class Task : uint8_t {
  kReadStructure,  // the pixels of a table whose lines are not read yet: ruling lines, structure
                   // network
  kKeepPicture,    // goes into the output as it is
};

struct Crop {
  uint32_t region = 0;  // index into Layout::regions
  Task task = Task::kKeepPicture;
  Raster raster;  // upright: the region's angle is undone; `area` stays where it is on the page
};

struct CropOptions {
  bool keep_pictures = true;
  float picture_dpi = 150;
};

// Figures and charts, and formulas that were not read, as pictures; tables with unread lines for
// their structure. Regions whose text layer is complete need no crop. Sorted by region. Errors:
// those of PageView.
Result<std::vector<Crop>> make_crops(const Page& page, const Layout& layout, PageView& view,
                                     const CropOptions& options);

}  // namespace octavo::document
