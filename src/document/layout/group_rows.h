// PieceStack -> drafts: rows that belong together become one region. A new region starts at a wider
// gap, at a ruling line, and where the style of whole rows changes.
#pragma once

#include <span>
#include <vector>

#include "document/layout/cut_columns.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// What all stacks of a page share. `areas`: the drafts that pieces of kind kArea stand for; they
// are copied into the result at their place.
struct StackContext {
  const LayoutFacts& facts;
  std::span<const PagePiece> pieces;
  std::span<const RegionDraft> areas;
};

// Appends to `drafts`.
void group_rows(const StackContext& context, const PieceStack& stack, uint32_t stack_index,
                std::vector<RegionDraft>& drafts);

}  // namespace octavo::document
