// Is the OCR layer of a scan what the scan shows? Reads a few lines again and compares.
#pragma once

#include <string>
#include <vector>

#include "document/page/page.h"
#include "document/page/page_view.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

struct LayerCheck {
  bool contradicted = false;
  std::string reason;  // for a person
};

// Reads up to eight of the longer lines by the recognition network. Lines in scripts that it does
// not know, or that it is not sure of, decide nothing. Errors: those of the networks and of
// rendering.
Result<LayerCheck> check_ocr_layer(PageView& view, const std::vector<TextLine>& lines,
                                   Networks& networks);

// Share of the letters and digits of the longer text that both have in the same order, 0..1; case,
// spaces and marks do not count.
float text_agreement(std::string_view a, std::string_view b);

}  // namespace octavo::document
