// What recognition says about one region of a layout.
#pragma once

#include <string>
#include <vector>

#include "document/layout/layout.h"
#include "octavo/document.h"

namespace octavo::document {

// One answer a region, same index.
struct Answer {
  std::vector<TextLine> lines;  // recognised lines of the region in reading order
  Table table;      // kTable; rows == 0 when no structure was found (then lines hold the text)
  Picture picture;  // kFigure, kChart, and tables or equations kept as a picture
  Source source = Source::kTextLayer;
  std::string reason;  // why this source
  float confidence = 1;
};

}  // namespace octavo::document
