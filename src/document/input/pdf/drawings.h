// Paths, pictures and shadings of a page -> rules, shapes, placed pictures, and the list of what
// they paint over, in painting order.
#pragma once

#include <vector>

#include "document/input/pdf/page_objects.h"
#include "document/page/page.h"

namespace octavo::document {

// Something that covers what was painted before it.
struct Paint {
  enum class Kind : uint8_t {
    kFill,     // a rectangle in one colour
    kPicture,  // may be transparent in places
    kOther,    // a shading or a shape that is not its box
  };
  Kind kind = Kind::kFill;
  PointBox box;
  uint32_t position = 0;  // in PageObjects::list
  uint32_t color = 0xFFFFFF;
  bool opaque = true;
};

// Fills rules (as drawn, not merged), shapes and pictures of `content`. Errors never; what is
// capped or unreadable goes to `diagnostics`.
std::vector<Paint> read_drawings(const PdfiumLock& pdfium, const PageObjects& objects,
                                 const Limits& limits, PageContent& content,
                                 Diagnostics& diagnostics);

}  // namespace octavo::document
