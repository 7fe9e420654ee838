// Detected lines + pixels -> words. The OCR of the recognition stage.
#pragma once

#include <vector>

#include "document/page/page.h"
#include "document/page/page_view.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

// The lines of a page, with the pixels that those of them are read from that need it. Nothing else
// of the page is touched by reading: it can go on beside other work on the page.
struct LineReading {
  std::vector<TextLine> lines;
  std::vector<size_t> unread;      // places in `lines`: of Source::kOcr, without words
  const Raster* pixels = nullptr;  // belongs to the view, which must keep it; null: nothing to read
  Deadline deadline;
  size_t unsure = 0;  // lines that could not be read with confidence
};

// Errors: those of PageView.
Result<LineReading> prepare_reading(std::vector<TextLine> lines, PageView& view);

// Fills in words and confidence of the unread lines, and for lines that turn out to be written on
// their side or downwards angle and vertical. A line that is read with less than half confidence
// gets no words (its confidence says how little). Boxes of words lie in the box of their line.
// Errors: those of the networks, kPageTimeout.
Status read_lines(LineReading& reading, Networks& networks);

}  // namespace octavo::document
