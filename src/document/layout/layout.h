// Page -> Layout: which parts a page has, what kind each is, and in which order they are read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/page/page.h"

namespace octavo::document {

enum class RegionKind : uint8_t {
  kText,
  kTitle,
  kList,
  kTable,
  kFigure,
  kChart,
  kEquation,
  kCode,
  kReference,
  kCaption,   // of a figure, table or listing; which one is settled in order/
  kFootnote,  // page footnote, under the text
  kHeader,
  kFooter,
  kPageNumber,
  kAside,  // marginal note, side text
  kFormField,
};

struct Region {
  RegionKind kind = RegionKind::kText;
  PointBox box;
  float score = 1;              // 0..1
  bool from_network = false;    // kind decided by the network; false: by the page's own geometry
  int angle = 0;                // 0, 90, 180, 270: clockwise turn of the content on the page
  std::vector<uint32_t> lines;  // indices into Page::lines, in reading order
  std::vector<uint32_t> rules;  // kTable: indices into PageContent::rules that draw it
};

// Every line of the page belongs to exactly one region; regions are in reading order.
struct Layout {
  std::vector<Region> regions;
  int columns = 1;  // dominant number of text columns
  bool used_network = false;
  std::string network_reason;  // why it was used or skipped, for the report
};

}  // namespace octavo::document
