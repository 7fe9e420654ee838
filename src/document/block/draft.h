// What the rules of this folder share while they turn the regions of one page into blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "document/block/build_blocks.h"
#include "document/block/list.h"
#include "document/block/page_facts.h"
#include "document/block/row.h"

namespace octavo::document {

// A page block under construction. Lists keep where their items stand, until all items are known.
struct Draft {
  PageBlock out;
  std::vector<ItemPlace> places;  // kList: one an item
  Marker marker;   // kText that opens like a list item: a candidate that needs company
  float left = 0;  // of the first row against the page's text column, points
  bool gap_above = false;
};

// The page as the rules see it. All references outlive the build; the rows point into the answers.
struct BuildContext {
  const Page& page;
  const Layout& layout;
  std::vector<Answer>& answers;
  std::vector<std::vector<Row>> rows;  // by region
  std::vector<Column> columns;         // by region
  std::vector<float> origins;          // by region: left edge of the text column on the page
  PageFacts facts;
  bool after_references = false;  // below a heading "References" on this page
  bool after_contents = false;    // below a heading "Contents"
  std::vector<Draft> drafts;
};

enum class LineEnds : uint8_t {
  kJoin,  // lines run on: joined by the rules of their script
  kKeep,  // each printed row keeps its line end
};

// Inlines of rows [begin, end).
Inlines rows_content(const BuildContext& context, const std::vector<Row>& rows, size_t begin,
                     size_t end, LineEnds ends);

// A block of rows [begin, end) of a region, with boxes, lines, content, source, confidence and the
// features that order/ uses.
Draft make_draft(const BuildContext& context, uint32_t region, size_t begin, size_t end,
                 BlockKind kind, LineEnds ends);

// The region's own facts, for blocks without text: kind, box, angle, source, reason, confidence.
Draft make_empty_draft(const BuildContext& context, uint32_t region, BlockKind kind);

// Boxes of rows on the page: one, or one for each column the rows run through.
std::vector<PageBox> row_boxes(const BuildContext& context, const std::vector<Row>& rows,
                               size_t begin, size_t end);

// Adds the printed lines of rows [begin, end).
void add_lines(const BuildContext& context, const std::vector<Row>& rows, size_t begin, size_t end,
               std::vector<Line>& lines);

}  // namespace octavo::document
