// Pages read by a vision-language model alone, in the two steps of MinerU2.5: one question a page
// (where is what?), then one a block (what stands there?).
#pragma once

#include <span>
#include <vector>

#include "document/order/assemble_document.h"
#include "document/page/page_source.h"
#include "octavo/options.h"
#include "vlm/vlm.h"

namespace octavo {

struct VlmPageOptions {
  bool read_pictures = true;  // let the model say what images and charts show
  // Tokens an answer may have; 0: what the model allows. A dense page has some 100 blocks of 25
  // tokens, a full page of text or a large table some 5,000.
  int64_t max_layout_tokens = 12'000, max_content_tokens = 12'000;
};

// One result a page, same order. Layouts of all pages are one batch, their blocks the next ones:
// hand over as many pages at once as may be in memory together (an A4 page takes 12 MB). The limits
// of `options` hold, with page_timeout for each page on average. A page whose layout fails is an
// error (kPageFailed, kPageTimeout, kCancelled); blocks that fail are left out or kept as pictures,
// and the page is degraded and says so. Uses `vlm` from the calling thread.
std::vector<Result<document::PageBlocks>> read_pages_vlm(const document::PageSource& source,
                                                         std::span<const int> pages,
                                                         const ParseOptions& options, Vlm& vlm,
                                                         const VlmPageOptions& vlm_options = {});

}  // namespace octavo
