// What a job has written, as one JSON object or as a ZIP file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/http/problem.h"
#include "server/http/response.h"
#include "service/service.h"

namespace octavo::server {

Problem output_lost();
// Of Service::zip.
Problem zip_problem(const Error& error);
// None: it is not there any more as it was written.
std::optional<std::string> output_text(const service::JobOutput& output);

// The job with files[].content {markdown: text, middle_json: object, ...} of the formats it was
// asked for. Reads files; 410 when one of them is lost.
Response json_result(const service::JobSnapshot& job, std::string_view request_id);

// 200 with a ZIP file, or a problem.
Response zip_result(const service::Service& service, const service::JobSnapshot& job,
                    std::string_view request_id);

// By the state of the job: 200 with the result, 202 with the job while it runs, 409 when it failed
// or was canceled, 410 when its outputs are lost.
Response task_result(const service::Service& service, const service::JobSnapshot& job, bool zip,
                     std::string_view request_id);

}  // namespace octavo::server
