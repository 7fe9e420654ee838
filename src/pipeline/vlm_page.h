// A page read by a vision-language model alone, in the two steps of MinerU2.5: one question about
// the page (where is what?), then one a block (what stands there?).
#pragma once

#include <memory>

#include "document/page/page_source.h"
#include "octavo/options.h"
#include "pipeline/page_job.h"

namespace octavo {

// A page whose layout fails is an error (kPageFailed, kPageTimeout, kCancelled); blocks that fail
// are left out or kept as pictures, and the page is degraded and says so. `source` and `options`
// must outlive the job.
std::unique_ptr<PageJob> make_vlm_page(const document::PageSource& source, int index,
                                       const ParseOptions& options, const Deadline& deadline);

}  // namespace octavo
