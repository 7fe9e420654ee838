// All selected pages of one source, read by several workers, into one Document.
#pragma once

#include <string>

#include "base/thread_pool.h"
#include "document/page/page_source.h"
#include "networks/networks.h"
#include "octavo/options.h"

namespace octavo {

// A page that fails is a failed page in the result, never a failed document; the call fails only
// when the selection is empty, the caller cancels, or the picture sink refuses. The result does not
// depend on the number of threads.
Result<Document> parse_document(const document::PageSource& source, const std::string& name,
                                const ParseOptions& options, Networks& networks, ThreadPool& pool);

}  // namespace octavo
