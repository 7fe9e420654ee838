// Finished blocks of the protocol -> blocks of a page, as order/ and output/ take them.
#pragma once

#include <vector>

#include "document/block/build_blocks.h"
#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

struct PageFrame {
  int index = 0;                // 0-based page of the file
  float width = 0, height = 0;  // points, as displayed
};

// `blocks` are of finish_blocks, in reading order, with `pictures` for them (same size; empty ones
// where there is none to keep). Text blocks inside a list become its items, notes and equation
// numbers join what they belong to, text that goes on from the block before it is appended to it.
// Blocks without any content are left out. Thread-safe.
std::vector<PageBlock> to_page_blocks(std::vector<VlmBlock> blocks, std::vector<Picture> pictures,
                                      const PageFrame& frame);

}  // namespace octavo::document::protocol
