// Crops -> Answers. The recognition stage's entry: text layer, OCR, table structure, and the rule
// that chooses between them.
#pragma once

#include <vector>

#include "document/crop/make_crops.h"
#include "document/recognize/answer.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

// One answer for each region of the layout, in the same order. Lines without words are read by OCR;
// those that cannot be read are left out of the answers. A table that turns out to be none keeps
// its lines and has no rows. Errors: those of PageView, the networks and the encoder, kPageTimeout.
Result<std::vector<Answer>> recognize(const Page& page, const Layout& layout,
                                      std::vector<Crop> crops, PageView& view, Networks& networks);

}  // namespace octavo::document
