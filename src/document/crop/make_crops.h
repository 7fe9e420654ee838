// Page + Layout -> Crops: the pixels that recognition needs, cut at the right resolution.
#pragma once

#include <vector>

#include "document/layout/layout.h"
#include "document/page/page_view.h"

namespace octavo::document {

enum class Task : uint8_t {
  kReadLines,      // OCR of the region's detected lines
  kReadStructure,  // table structure network
  kKeepPicture,    // goes into the output as it is
};

struct Crop {
  uint32_t region = 0;  // index into Layout::regions
  Task task = Task::kReadLines;
  Raster raster;        // upright: the region's angle is undone
};

struct CropOptions {
  bool keep_pictures = true;
  float picture_dpi = 150;
};

// Regions whose text layer is complete need no crop. Sorted by region.
Result<std::vector<Crop>> make_crops(const Page& page, const Layout& layout, PageView& view,
                                     const CropOptions& options);

}  // namespace octavo::document
