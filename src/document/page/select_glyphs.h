// Which glyphs of the text layer a reader is meant to read.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "document/page/page.h"

namespace octavo::document {

struct GlyphSelection {
  std::vector<uint32_t> glyphs;  // indices into PageContent::glyphs, content order, spaces included
  int characters = 0;            // printing characters of the text layer, hidden ones included
  int hidden = 0;                // of those, left out because nobody can see them
  bool ocr_layer = false;        // the text lies hidden over or under a picture that fills the page
};

// Visible glyphs; all of them when the page is a scan with an OCR layer (a picture covers most of
// it and most of the text is hidden by it or in it). Copies of a glyph in the same place (bold or
// shadow made by drawing twice) are left out and not counted as hidden. Hidden text that is left
// out is reported as `hidden_text`.
GlyphSelection select_glyphs(const PageContent& content, Diagnostics& diagnostics);

}  // namespace octavo::document
