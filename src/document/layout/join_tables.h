// Parts of one table that were found apart -> one table.
#pragma once

#include <vector>

#include "document/layout/layout_facts.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// Drafts in reading order. Tables of one stack that follow each other closely over the same width
// become one, together with short rows of text between them (headings of sections, a cell's second
// line); rows of cells right above or below that a ruling line parts from a table belong to it (its
// head, its sum).
void join_tables(const LayoutFacts& facts, std::vector<RegionDraft>& drafts);

}  // namespace octavo::document
