// The waist of the document rail's input: anything that has pages. Implemented by input/pdf and
// input/picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/diagnostics.h"
#include "document/page/page.h"
#include "image/image.h"
#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo::document {

struct RenderRequest {
  float dpi = 150;
  PointBox clip;                    // empty: the whole page
  int64_t max_pixels = 50'000'000;  // the resolution is lowered to fit; the raster says what it got
  bool gray = false;
  const Deadline* deadline = nullptr;  // not owned; checked while drawing, may be null
};

// Pixels of (a part of) a page and how they lie on it.
struct Raster {
  Image image;
  PointBox area;                   // what the pixels show
  float scale_x = 1, scale_y = 1;  // pixels a point

  float dpi() const { return scale_x * 72; }
  PixelBox to_pixels(const PointBox& box) const;  // outward, clipped to the image
  PointBox to_points(const PixelBox& box) const;
};

struct SourceFacts {
  std::string title, author, subject, keywords, creator, producer;
  std::vector<OutlineEntry> outline;
};

// Owns the document it reads. Thread-safe: an implementation that wraps a library which is not
// takes a lock inside (PDFium: one lock for the whole process).
class PageSource {
 public:
  virtual ~PageSource() = default;
  virtual int page_count() const = 0;
  virtual SourceFacts facts() const = 0;
  // Errors: kPageFailed, kLimitExceeded. Tolerated damage goes to `diagnostics`.
  virtual Result<PageContent> content(int index, Diagnostics& diagnostics) const = 0;
  virtual Result<Raster> render(int index, const RenderRequest& request,
                                Diagnostics& diagnostics) const = 0;
};

}  // namespace octavo::document
