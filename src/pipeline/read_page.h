// One page, from source to blocks: the whole document rail on one screen.
#pragma once

#include "document/order/assemble_document.h"
#include "document/page/page_source.h"
#include "networks/networks.h"
#include "octavo/options.h"

namespace octavo {

// Errors: kPageFailed, kPageTimeout, kCancelled, kLimitExceeded, kModelMissing.
Result<document::PageBlocks> read_page(const document::PageSource& source, int index,
                                       const ParseOptions& options, Networks& networks);

}  // namespace octavo
