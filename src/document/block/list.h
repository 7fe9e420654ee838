// Which rows open list items, and how deep items are nested. Pure functions; thread-safe.
#pragma once

#include <vector>

#include "document/block/marker.h"
#include "document/block/page_facts.h"
#include "document/block/row.h"

namespace octavo::document {

// One marker a row, set where a list item opens. Bullet glyphs always do; dashes, "o" and ordinals
// need a second item of their series in the region, or a region that layout calls a list. A row
// that looks like a heading opens no item.
std::vector<Marker> find_item_starts(const std::vector<Row>& rows, RegionKind kind,
                                     const PageFacts& facts);

// Where an item stands, for nesting.
struct ItemPlace {
  Marker marker;
  float left = 0;  // against the left edge of the page's text column, points
  float size = 0;  // font size, points
};

// Nesting level of each item, 0 outermost, by indent and by series: "a)" after "1." is deeper even
// at the same indent, and "2." goes back to the level of "1.".
std::vector<int> item_levels(const std::vector<ItemPlace>& items);

// Left edges -> levels, 0 leftmost, by clusters of equal indent.
std::vector<int> indent_levels(const std::vector<float>& lefts, float tolerance);

}  // namespace octavo::document
