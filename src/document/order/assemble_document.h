// Blocks of all pages -> Document: repeated headers and footers, heading levels, paragraphs and
// tables that cross columns or pages, lists, captions tied to their figures.
#pragma once

#include <vector>

#include "document/block/build_blocks.h"
#include "document/order/split_cells.h"
#include "document/page/page_source.h"

namespace octavo::document {

struct PageBlocks {
  PageInfo info;
  std::vector<PageBlock> blocks;  // reading order
  std::vector<Diagnostic> diagnostics;
};

// `pages` ascending by index. Nothing is dropped: each page block ends up in exactly one document
// block. `ask`: see join_tables.
Document assemble_document(const SourceFacts& facts, std::vector<PageBlocks> pages,
                           const AskCells& ask = {});

}  // namespace octavo::document
