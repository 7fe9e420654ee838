// A job as clients see it (the shape of MinerU 4.x, and more).
#pragma once

#include <string>

#include "server/http/json.h"
#include "service/job.h"

namespace octavo::server {

// "2026-11-30T22:06:11Z"; null for 0.
Json time_json(double seconds);

// {job_id, status, created_at, ..., progress, eta_seconds, files[], links}. Files have "pages"
// where the snapshot has them.
Json job_json(const service::JobSnapshot& job);

// The same as /v1/tasks tells it: with task_id, status_url and result_url.
Json task_json(const service::JobSnapshot& job);

// JobRequest::client_facts, the front's own notes about a job; {} where it has none.
Json facts_of(const std::string& client_facts);

}  // namespace octavo::server
