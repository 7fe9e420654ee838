// A page of the hybrid tier: text layer, OCR and small networks where they are sure, the
// vision-language model for the rest (document/recognize/choose_source.h decides).
#pragma once

#include <memory>

#include "document/page/page_source.h"
#include "networks/networks.h"
#include "octavo/options.h"
#include "pipeline/page_job.h"

namespace octavo {

// With Effort::kBest the model finds the blocks, too. What the model could not read keeps what was
// read without it, and the page is degraded and says so. `source`, `options` and `networks` must
// outlive the job.
std::unique_ptr<PageJob> make_hybrid_page(const document::PageSource& source, int index,
                                          const ParseOptions& options, Networks& networks,
                                          const Deadline& deadline);

}  // namespace octavo
