// Pixels of a page, with annotations and filled forms, on white.
#pragma once

#include "base/diagnostics.h"
#include "document/input/pdf/open_page.h"
#include "document/page/page_source.h"

namespace octavo::document {

// `form` may be null. Errors: kLimitExceeded when not even one pixel fits, kPageFailed when PDFium
// gives no bitmap. A resolution lowered to fit `request.max_pixels` leaves `render_reduced`.
Result<Raster> render_page(const PdfiumLock& pdfium, FpdfForm form, const OpenPage& page,
                           const RenderRequest& request, Diagnostics& diagnostics);

}  // namespace octavo::document
