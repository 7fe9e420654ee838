// Where glyphs stand and how wide they are, where PDFium's answer needs a second look.
#pragma once

#include <vector>

#include "document/input/pdf/page_objects.h"
#include "document/page/page.h"

namespace octavo::document {

// Content order. `reaches`: by glyph, how far PDFium's box of it reaches from the origin, points; 0
// unknown. Pieces of ligatures get the advance of the whole, replacement text is spread over its
// boxes, widths that are only a font's default are forgotten (advance 0).
void settle_places(const PageObjects& objects, const PageSpace& space,
                   const std::vector<float>& reaches, PageContent& content);

}  // namespace octavo::document
