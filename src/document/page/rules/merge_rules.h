// Rules as drawn -> rules as seen: producers draw one ruling line as many strokes (one a cell,
// dashes, double lines, strokes over strokes). Used by layout/ (where tables stand) and recognize/
// (their cells).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/page/page.h"

namespace octavo::document {

struct MergedRule {
  Rule rule;                    // around all parts
  std::vector<uint32_t> parts;  // indices into the input, ascending
};

// Horizontal rules first, each group sorted by position, then by start. Parts on one line (within
// kDoubleLine points across) are joined when they overlap, touch, or are dashes of one line. Rules
// with sizes that are not finite are left out. At most `max_rules` are returned, the longest ones;
// O(n log n).
std::vector<MergedRule> merge_rules(std::span<const Rule> rules, size_t max_rules = 20'000);

}  // namespace octavo::document
