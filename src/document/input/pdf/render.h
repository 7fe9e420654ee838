// Pixels of a page, with annotations and filled forms, on white.
#pragma once

#include "base/diagnostics.h"
#include "document/input/pdf/open_page.h"
#include "document/page/page_source.h"

namespace octavo::document {

// `form` may be null. At most about `max_objects` drawing operations are carried out; what is left
// then is missing from the picture, with a diagnostic `render_cut`. A resolution lowered to fit
// `request.max_pixels` leaves `render_reduced`. Errors: kLimitExceeded when not even one pixel
// fits, kPageFailed when PDFium gives no bitmap, kPageTimeout and kCancelled by the deadline of the
// request.
Result<Raster> render_page(const PdfiumLock& pdfium, FpdfForm form, const OpenPage& page,
                           const RenderRequest& request, int max_objects, Diagnostics& diagnostics);

}  // namespace octavo::document
