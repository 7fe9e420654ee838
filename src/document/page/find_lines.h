// Marks of one frame -> lines: marks that share a baseline and stand next to each other, with the
// superscripts and subscripts that belong to them. Columns are not separated yet.
#pragma once

#include "document/page/marks.h"

namespace octavo::document {

struct LineDraft {
  std::vector<Mark> marks;  // along u; marks of one content run keep their order
  float v = 0;              // dominant baseline
  float size = 0;           // dominant size
  float u0 = 0, u1 = 0;     // ink
};

// A gap wider than this many sizes ends a line wherever it is found.
inline constexpr float kMaxLineGap = 3.0f;

// Sorted by v, then u0. O(n log n) in the number of marks.
std::vector<LineDraft> find_lines(const Frame& frame);

// Sets v, size, u0, u1 from the marks; false when no mark prints.
bool measure_line(LineDraft& line);

}  // namespace octavo::document
