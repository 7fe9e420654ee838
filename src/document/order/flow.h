// All page blocks of a document in one sequence, as the rules of this folder work on it.
#pragma once

#include <vector>

#include "document/order/assemble_document.h"

namespace octavo::document {

struct FlowBlock {
  PageBlock of_page;
  size_t page = 0;        // index into the pages given to assemble_document
  int page_index = 0;     // 0-based in the source file
  PointBox place;         // first box, turned so that the page reads upright
  float page_height = 0;  // of the page turned so
  bool gone = false;      // its content lives in an earlier block now

  Block& block() { return of_page.block; }
  const Block& block() const { return of_page.block; }
  BlockKind kind() const { return of_page.block.kind; }
};
using Flow = std::vector<FlowBlock>;

// The box as it lies on the page turned clockwise by PageInfo::rotation: upright for a reader.
PointBox upright(const PointBox& box, const PageInfo& info);
float upright_height(const PageInfo& info);
float upright_width(const PageInfo& info);

Flow make_flow(std::vector<PageBlocks>& pages);

// Stands between two parts of a paragraph without ending it: furniture, notes, figures, tables,
// listings.
bool is_transparent(BlockKind kind);
// The text that a block shows, list items included.
std::string block_text(const Block& block);

// Moves boxes and printed lines of `next` into `block`, and takes the lower confidence.
void absorb(Block& block, Block& next);

// The size most characters of the document's running text have; 10 without any.
float body_size(const Flow& flow);

}  // namespace octavo::document
