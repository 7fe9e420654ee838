// Crops -> Answers. The recognition stage's entry: text layer, OCR, table structure, and the rule
// that chooses between them.
#pragma once

#include <vector>

#include "document/crop/make_crops.h"
#include "document/recognize/answer.h"
#include "document/recognize/ocr/read_lines.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

// One answer for each region of the layout, in the same order. `reading`: the page's lines, read by
// now (read_lines); those that could not be read are left out of the answers. A table that turns
// out to be none keeps its lines and has no rows. Errors: those of the networks and the encoder,
// kPageTimeout.
Result<std::vector<Answer>> recognize(const Page& page, const Layout& layout,
                                      std::vector<Crop> crops, const LineReading& reading,
                                      PageView& view, Networks& networks);

}  // namespace octavo::document
