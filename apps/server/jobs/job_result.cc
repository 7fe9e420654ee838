#include "server/jobs/job_result.h"

#include <optional>

#include "server/http/json.h"
#include "server/http/problem.h"
#include "server/jobs/job_json.h"
#include "service/durable.h"

namespace octavo::server {
namespace {

using service::JobSnapshot;
using service::OutputFormat;
using service::Service;

bool is_json(OutputFormat format) {
  switch (format) {
    case OutputFormat::kMarkdown:
    case OutputFormat::kHtml:
    case OutputFormat::kChunks:  // one object a line
      return false;
    default:
      return true;
  }
}

// The texts of JSON outputs go in as they are: a tree of them would take many times the memory.
// None: one of them is not there any more as it was written.
std::optional<std::string> content_text(const service::FileSnapshot& file) {
  std::string text = "{";
  for (const service::JobOutput& output : file.outputs) {
    if (text.size() > 1) text += ",";
    text += json_text(service::output_format_name(output.format)) + ":";
    const auto content = output_text(output);
    if (!content) return std::nullopt;
    text += is_json(output.format) && !content->empty() ? *content : json_text(*content);
  }
  return text + "}";
}

}  // namespace

Problem output_lost() {
  return {.status = 410,
          .code = "output_lost",
          .message = "an output of the job is lost: send the document again"};
}

Problem zip_problem(const Error& error) {
  return error.code == Code::kFileUnreadable ? output_lost() : problem_of(error);
}

std::optional<std::string> output_text(const service::JobOutput& output) {
  auto text = service::read_text_file(output.path, output.bytes);
  if (!text.ok() || static_cast<int64_t>(text->size()) != output.bytes) return std::nullopt;
  return std::move(text).value();
}

Response json_result(const JobSnapshot& job, std::string_view request_id) {
  Json whole = task_json(job);
  Json files = std::move(whole["files"]);
  whole.erase("files");
  std::string text = json_text(whole);
  text.back() = ',';
  text += "\"files\":[";
  for (size_t i = 0; i < files.size(); ++i) {
    const auto content = content_text(job.files[i]);
    if (!content) return problem_response(output_lost(), request_id);
    std::string file = json_text(files[i]);
    file.back() = ',';
    text += (i == 0 ? "" : ",") + file + "\"content\":" + *content + "}";
  }
  return {.status = 200, .body = text + "]}\n"};
}

Response zip_result(const Service& service, const JobSnapshot& job, std::string_view request_id) {
  auto path = service.zip(job.id, {});
  if (!path.ok()) return problem_response(zip_problem(path.error()), request_id);
  Response response{.content_type = "application/zip", .file = *path, .delete_file = true};
  response.headers = {{"Content-Disposition", "attachment; filename=\"" + job.id + ".zip\""},
                      {"X-MinerU-Task-Id", job.id},
                      {"X-MinerU-Task-Status", std::string(job_state_name(job.state))}};
  return response;
}

Response task_result(const Service& service, const JobSnapshot& job, bool zip,
                     std::string_view request_id) {
  if (!is_final(job.state)) {
    Response response = json_response(task_json(job), 202);
    response.headers.emplace_back("Retry-After", "1");
    return response;
  }
  if (job.state == service::JobState::kFailed || job.state == service::JobState::kCanceled) {
    const bool canceled = job.state == service::JobState::kCanceled;
    Problem problem{.status = 409,
                    .code = canceled ? "job_canceled" : "job_failed",
                    .message = canceled ? "the job was canceled" : "the job failed"};
    for (const service::FileSnapshot& file : job.files) {
      if (file.error_code.empty()) continue;
      problem.code = file.error_code;
      problem.message = file.error_message;
      break;
    }
    return problem_response(problem, request_id);
  }
  return zip ? zip_result(service, job, request_id) : json_result(job, request_id);
}

}  // namespace octavo::server
