// The body of a submission into a job: a form with files, JSON with sources, or the bytes of one
// file.
#pragma once

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "server/http/request.h"
#include "server/jobs/job_settings.h"
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

// Whether the answer waits for the result: wait_timeout and response_format belong to it then, and
// are refused else.
enum class Answers : uint8_t { kAtOnce, kWithResult };

// Problems: 400, 404, 415.
std::variant<Submission, Problem> read_submission(Request& request, Uploads& uploads,
                                                  const JobDefaults& defaults, Answers answers);

// In the order of the files; one alone is for all, none is fine. False: neither.
bool give_passwords(const std::vector<std::string>& passwords,
                    std::vector<service::JobFile>& files);

// Problem of Service::submit in words of HTTP.
Problem submit_problem(const Error& error);

}  // namespace octavo::server
