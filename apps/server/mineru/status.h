// A job as MinerU 3.x tells of it.
#pragma once

#include <string>
#include <string_view>

#include "server/http/json.h"
#include "server/http/request.h"
#include "server/mineru/submission.h"
#include "service/job.h"

namespace octavo::server {

// "pending" "processing" "completed" "failed". A job of which some documents or pages failed is
// completed: what was read can be had; "error" says what is missing.
std::string_view mineru_state(service::JobState state);

// "http://HOST" as the client called this server (X-Forwarded-Proto decides over http or https);
// empty when it did not say. MinerU's clients follow absolute addresses alone.
std::string base_url(const Request& request);

// {"task_id","status","backend","file_names","created_at","started_at","completed_at","error",
// "status_url","result_url"}, and ours: "tier", "progress", "notes" when there are some.
Json mineru_status(const service::JobSnapshot& job, const MineruFacts& facts,
                   const std::string& base);
// With "queued_ahead", as /tasks has it.
Json mineru_queued_status(const service::JobSnapshot& job, const std::string& base);

// What failed, by document: "b.pdf: it is damaged; c.pdf: page 3: ...". Empty: nothing.
std::string mineru_error(const service::JobSnapshot& job);
std::string mineru_error(const service::FileSnapshot& file);

// {"detail":...,"code":...}: how these endpoints refuse.
Response mineru_problem(const Problem& problem, std::string_view request_id);

}  // namespace octavo::server
