// All selected pages of one source, read by several workers, into one Document.
#pragma once

#include <functional>
#include <string>

#include "base/thread_pool.h"
#include "document/page/page_source.h"
#include "networks/networks.h"
#include "octavo/options.h"
#include "vlm/vlm.h"

namespace octavo {

struct Readers {
  Networks& networks;
  ThreadPool& pool;
  bool has_vlm = false;               // what Tier::kAuto goes by
  std::function<Result<Vlm*>()> vlm;  // loaded when it is first asked for; thread-safe
};

// A page that fails is a failed page in the result, never a failed document; the call fails only
// when the selection is empty, the caller cancels, the picture sink or the keeper refuses, or the
// tier needs a model that is not there. The result does not depend on the number of threads.
Result<Document> parse_document(const document::PageSource& source, const std::string& name,
                                const ParseOptions& options, const Readers& readers);

}  // namespace octavo
