// Jobs and their parts as JSON, for files and messages. Heavy: for .cc files.
#pragma once

#include <optional>

#include "service/job.h"
#include "service/json.h"

namespace octavo::service {

Json sources_json(const SourceCounts& counts);
// {"page","status","seconds","sources","error"?}
Json page_json(const PageSnapshot& page);
// None: no page number, or no status.
std::optional<PageSnapshot> page_of(const Json& json);

// Everything of a job that outlives the process: the snapshot with its pages. Paths of outputs are
// kept as names inside the job's folder.
std::string job_json(const JobSnapshot& job);
// Errors: kFileCorrupted, saying what is wrong.
Result<JobSnapshot> job_of(std::string_view text);

}  // namespace octavo::service
