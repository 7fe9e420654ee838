// Title, author, outline: what a PDF says about itself.
#pragma once

#include "document/input/pdf/pdfium.h"
#include "document/page/page_source.h"

namespace octavo::document {

// Outline entries come in document order, at most kMaxOutlineEntries of them; cycles are cut.
// Their y is of the page as it is without /Rotate, unknown where the target lies outside of that.
inline constexpr size_t kMaxOutlineEntries = 20'000;

SourceFacts read_facts(const PdfiumLock& pdfium, FpdfDocument document);

}  // namespace octavo::document
