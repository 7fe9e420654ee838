// The drawing operations of a page as one flat list in painting order: forms are opened up, with
// their matrices and clips.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/diagnostics.h"
#include "document/input/pdf/open_page.h"
#include "octavo/options.h"

namespace octavo::document {

struct PlacedObject {
  FpdfObject handle = nullptr;
  int type = 0;         // kObjectText ... kObjectShading
  FsMatrix to_display;  // from the space of the object (its form) to the displayed page
  PointBox clip;        // displayed; what may be painted at all
};

struct PageObjects {
  std::vector<PlacedObject> list;                     // painting order
  std::unordered_map<FpdfObject, uint32_t> position;  // text objects: index into `list`
};

// At most Limits::max_path_objects_per_page paths and as many other objects are listed; beyond that
// a diagnostic `path_objects_capped` is left.
PageObjects list_objects(const PdfiumLock& pdfium, const OpenPage& page, const Limits& limits,
                         Diagnostics& diagnostics);

// What PDFium calls the bounds of an object, displayed and clipped.
PointBox bounds_of(const PdfiumLock& pdfium, const PlacedObject& object);

}  // namespace octavo::document
