// Ruling lines -> table areas: lattices of rules, and stacks of horizontal rules with rows of cells
// between them (tables set with a top, middle and bottom rule only).
#pragma once

#include <vector>

#include "document/layout/layout_facts.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// Drafts of kind kTable with their lines and rules; boxes do not overlap much. Lines are in rows.
std::vector<RegionDraft> find_ruled_tables(const Page& page, const LayoutFacts& facts);

}  // namespace octavo::document
