// Form fields (and free-text annotations) of a page with the values a reader sees in them.
#pragma once

#include "document/input/pdf/open_page.h"
#include "document/page/page.h"

namespace octavo::document {

// Widgets that are hidden or lie outside the page are left out; push buttons and signatures come as
// kOther without a value. A free-text annotation comes as kOther with its text. `form` may be null:
// then only annotations are read.
std::vector<FormField> read_fields(const PdfiumLock& pdfium, FpdfForm form, const OpenPage& page);

}  // namespace octavo::document
