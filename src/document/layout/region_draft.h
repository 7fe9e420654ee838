// A region in the making, in the reading frame.
#pragma once

#include <cstdint>
#include <vector>

#include "document/layout/layout.h"
#include "octavo/geometry.h"

namespace octavo::document {

struct RegionDraft {
  RegionKind kind = RegionKind::kText;
  bool decided = false;  // the kind is certain: classification leaves it alone
  bool from_network = false;
  float score = 1;
  PointBox box;
  std::vector<uint32_t> lines;     // reading order
  std::vector<uint32_t> rules;     // kTable: those that draw it
  float size = 0;                  // dominant font size; 0 without lines
  int rows = 0;                    // rows of lines
  int cell_rows = 0;               // of those, rows with several lines side by side
  float rule_above = 0;            // length of a separator between it and what is above; 0: none
  bool equation = false;           // its rows are set formulas
  int angle = 0;                   // clockwise turn of the content on the page
  std::vector<RegionDraft> parts;  // what takes its place in the result; empty: itself
  uint32_t stack = 0;              // which stack of the cut it lies in
};

}  // namespace octavo::document
