// The last step of the two-step protocol: raw answers in the blocks -> contents as MinerU gives
// them. The order of the repairs and what each does is that of mineru-vl-utils 2.0.7
// (post_process).
#pragma once

#include <vector>

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

struct FinishOptions {
  bool simple = false;  // only tables, answers about pictures and [Non-Text]
  bool merge_equations = true;
  bool drop_lists = false;  // the containers; their members are blocks of their own
  bool drop_paratext =
      false;  // headers, footers, page numbers, aside texts, page footnotes, unknown
  bool mark_formulas = true;  // <eq> in tables
};

// Tables get HTML as content and their cells as `table`. A table beyond the limits of read_otsl
// keeps the model's answer. Thread-safe.
std::vector<VlmBlock> finish_blocks(std::vector<VlmBlock> blocks,
                                    const FinishOptions& options = {});

}  // namespace octavo::document::protocol
