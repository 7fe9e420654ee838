// The one place where it is chosen who answers: this machine's engine, a server, or recorded
// answers.
#pragma once

#include <memory>

#include "base/deadline.h"
#include "base/thread_pool.h"
#include "octavo/result.h"
#include "octavo/vlm_options.h"
#include "vlm/vlm.h"

namespace octavo {

// Loads what is asked for; made once and used for all documents. Thread-safe: calls wait for each
// other. `pool` must outlive it. Errors: kModelMissing (nothing is named), kModelInvalid,
// kFileNotFound, kFileCorrupted (a line of the replay file), kOutputUnwritable (the record file),
// and those of make_http_vlm. `deadline`: of the wait for a server.
Result<std::unique_ptr<Vlm>> make_vlm(const VlmOptions& options, ThreadPool& pool,
                                      const Deadline& deadline = {});

}  // namespace octavo
