// Links of a page: annotations (URI, jumps inside the document) and addresses printed in the text.
#pragma once

#include "document/input/pdf/open_page.h"
#include "document/page/page.h"

namespace octavo::document {

// Annotations first, one Link for each of their rectangles; an address in the text is added when no
// annotation lies on it. `text` may be null.
std::vector<Link> read_links(const PdfiumLock& pdfium, FpdfDocument document, const OpenPage& page,
                             FpdfTextPage text);

}  // namespace octavo::document
