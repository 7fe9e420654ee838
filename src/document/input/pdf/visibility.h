// Which glyphs no reader can see although their text says they are painted: the colour of what is
// behind them, or under something painted later.
#pragma once

#include "document/input/pdf/drawings.h"

namespace octavo::document {

// Turns Visibility::kVisible into kCovered where that is certain; a doubt (gradients, transparency,
// too many paints) leaves a glyph visible.
void mark_covered(const PdfiumLock& pdfium, FpdfDocument document, const OpenPage& page,
                  const PageObjects& objects, const std::vector<Paint>& paints,
                  PageContent& content);

}  // namespace octavo::document
