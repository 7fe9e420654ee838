// The text layer of a page: glyphs in content order with their fonts.
#pragma once

#include "document/input/pdf/drawings.h"
#include "document/input/pdf/page_objects.h"

namespace octavo::document {

// Fills `content.fonts` and `content.glyphs`. Glyphs are in painting order; spaces and line ends
// that PDFium makes up are left out, real spaces stay; a glyph that stands for several characters
// (a ligature) gives one Glyph a character, all with the box of the whole. Visibility here is what
// the text itself says (mode, alpha, size, place); see visibility.h for the rest. Errors:
// kPageFailed when PDFium cannot read the text.
Status read_glyphs(const PdfiumLock& pdfium, const OpenPage& page, FpdfTextPage text,
                   const PageObjects& objects, const Limits& limits, PageContent& content,
                   Diagnostics& diagnostics);

}  // namespace octavo::document
