// The body of a submission into a job: a form with files, JSON with sources, or the bytes of one
// file.
#pragma once

#include <chrono>
#include <string>
#include <variant>

#include "server/http/json.h"
#include "server/http/request.h"
#include "server/jobs/uploads.h"
#include "service/service.h"

namespace octavo::server {

struct Submission {
  service::JobRequest job;
  // Files on their way into the job; they go with this unless submit has moved them.
  std::vector<StagedFile> staged;
  bool zip = false;                // response_format=zip, of a submission that waits
  std::chrono::seconds wait{300};  // wait_timeout
};

// `tier`: when the request names none. Problems: 400, 404, 415.
std::variant<Submission, Problem> read_submission(Request& request, Uploads& uploads, Tier tier);

// Problem of Service::submit in words of HTTP.
Problem submit_problem(const Error& error);

}  // namespace octavo::server
