// Detected lines + pixels -> words. The OCR of the recognition stage.
#pragma once

#include <vector>

#include "document/page/page.h"
#include "document/page/page_view.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

// Reads every line of Source::kOcr that has no words yet, and fills in its words, confidence, and
// for lines that turn out to be written on their side or downwards angle and vertical. Other lines
// are left alone. A line that is read with less than half confidence gets no words (its confidence
// says how little); how many there were goes to the view's diagnostics ("ocr_unsure"). Boxes of
// words lie in the box of their line. Errors: those of PageView and the networks, kPageTimeout.
Status read_lines(std::vector<TextLine>& lines, PageView& view, Networks& networks);

}  // namespace octavo::document
