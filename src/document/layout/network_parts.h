// The layout network's boxes, as hints: it was trained on journal pages and goes astray on others
// (whole pages as figures), so that the page's own geometry has to agree.
#pragma once

#include <vector>

#include "document/layout/layout_facts.h"
#include "document/layout/line_grid.h"
#include "document/layout/region_draft.h"
#include "document/page/page_view.h"
#include "networks/layout_detector.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

struct NetworkPart {
  LayoutClass kind = LayoutClass::kText;
  PointBox box;     // reading frame
  float score = 0;  // 0..1
};

// Highest score first. Errors: those of PageView and of the network.
Result<std::vector<NetworkPart>> detect_parts(const LayoutFacts& facts, PageView& view,
                                              Networks& networks);

// Adds figures without running text and tables with rows of cells that nothing else found yet to
// `areas`, and their lines to `taken`. A table that was found in part grows to what the network
// sees.
void add_network_areas(const LayoutFacts& facts, const LineGrid& lines,
                       const std::vector<NetworkPart>& parts, std::vector<RegionDraft>& areas,
                       std::vector<char>& taken);

// Tells each line what the network takes it for (LineFacts::part), where it is sure.
void label_lines(const std::vector<NetworkPart>& parts, LayoutFacts& facts);

}  // namespace octavo::document
