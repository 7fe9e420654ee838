// The model's layout answer -> blocks. Grammar of a block, anything else is passed over:
//   <|box_start|>X X X X<|box_end|><|ref_start|>NAME<|ref_end|>[<|rotate_up|>]TAIL
// TAIL reaches to the next <|box_start|>. The coordinates are thousandths of the page.
#pragma once

#include <string_view>
#include <vector>

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

struct ParsedLayout {
  std::vector<VlmBlock> blocks;  // in the model's order, which is reading order
  int bad_boxes = 0;             // outside the page, or without area
  int unknown_names = 0;
  int without_angle = 0;
  int repeated = 0;         // dropped: nearly the box of an earlier block of the same kind
  int in_tables = 0;        // dropped: text and equations that a table's own answer will hold
  bool capped = false;      // there were more blocks than `max_blocks`
  bool unreadable = false;  // text, but not one block in it
};

// Thread-safe. Deterministic, linear in the text and quadratic in the blocks of one kind, of which
// the first `max_blocks` are kept. A coordinate of other than ASCII digits is no coordinate.
ParsedLayout parse_layout(std::string_view answer, int max_blocks);

}  // namespace octavo::document::protocol
