// One model from one source into the store.
#pragma once

#include "store/fetch_file.h"
#include "store/lookup.h"
#include "store/plan.h"

namespace octavo::store {

// The model's lock is held by the caller. Returns the bytes that came over the network. Errors: see
// pull_model; what is here of the unfinished pull stays, but for wrong content.
Result<uint64_t> pull_from(const ModelStore& store, const ModelEntry& entry,
                           const ModelSource& source, const PullOptions& options, HttpClient& http);

}  // namespace octavo::store
