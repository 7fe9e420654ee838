#include "server/mineru/status.h"

#include <array>
#include <cmath>
#include <ctime>

namespace octavo::server {
namespace {

using service::JobState;

// As Python's datetime.isoformat(): "2026-11-30T22:19:47.123456+00:00".
Json time_or_null(double seconds) {
  if (seconds <= 0) return nullptr;
  const double whole = std::floor(seconds);
  const auto moment = static_cast<std::time_t>(whole);
  std::tm parts{};
  ::gmtime_r(&moment, &parts);
  std::array<char, 32> day{};
  std::strftime(day.data(), day.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::string fraction = std::to_string(static_cast<int>((seconds - whole) * 1e6));
  fraction.insert(0, 6 - fraction.size(), '0');
  return std::string(day.data()) + "." + fraction + "+00:00";
}

// A host and port alone: it goes into addresses.
bool is_host(std::string_view text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
                              "YZ0123456789.-_:[]") == std::string_view::npos;
}

}  // namespace

std::string_view mineru_state(JobState state) {
  switch (state) {
    case JobState::kQueued:
      return "pending";
    case JobState::kRunning:
      return "processing";
    case JobState::kCompleted:
    case JobState::kPartial:
      return "completed";
    case JobState::kFailed:
    case JobState::kCanceled:
      break;
  }
  return "failed";
}

std::string base_url(const Request& request) {
  const auto host = request.header("host");
  if (!host || !is_host(*host)) return "";
  const bool secure = request.header("x-forwarded-proto").value_or("") == "https";
  return (secure ? "https://" : "http://") + std::string(*host);
}

std::string mineru_error(const service::FileSnapshot& file) {
  if (!file.error_message.empty()) return file.name + ": " + file.error_message;
  if (file.state == JobState::kCanceled) return file.name + ": cancelled";
  if (file.pages_failed == 0) return "";
  return file.name + ": " + std::to_string(file.pages_failed) + " of " +
         std::to_string(file.pages_total) + " pages could not be read";
}

std::string mineru_error(const service::JobSnapshot& job) {
  if (job.state == JobState::kCanceled) return "cancelled";
  std::string text;
  for (const service::FileSnapshot& file : job.files) {
    const std::string error = mineru_error(file);
    if (error.empty()) continue;
    if (!text.empty()) text += "; ";
    text += error;
  }
  return text;
}

Json mineru_status(const service::JobSnapshot& job, const MineruFacts& facts,
                   const std::string& base) {
  Json names = Json::array();
  for (const service::FileSnapshot& file : job.files) names.push_back(file.stem);
  const std::string error = is_final(job.state) ? mineru_error(job) : "";
  const std::string address = base + "/tasks/" + job.id;
  Json status{{"task_id", job.id},
              {"status", mineru_state(job.state)},
              {"backend", facts.backend.name()},
              {"file_names", std::move(names)},
              {"created_at", time_or_null(job.created)},
              {"started_at", time_or_null(job.started)},
              {"completed_at", time_or_null(job.finished)},
              {"error", error.empty() ? Json(nullptr) : Json(error)},
              {"status_url", address},
              {"result_url", address + "/result"}};
  status["tier"] = tier_name(job.tier);
  status["progress"] = {
      {"completed", job.pages_done}, {"failed", job.pages_failed}, {"total", job.pages_total}};
  if (!facts.notes.empty()) status["notes"] = facts.notes;
  return status;
}

Json mineru_queued_status(const service::JobSnapshot& job, const std::string& base) {
  Json status = mineru_status(job, mineru_facts(job), base);
  status["queued_ahead"] = job.queued_ahead;
  return status;
}

Response mineru_problem(const Problem& problem, std::string_view request_id) {
  // FastAPI knows no difference between a document that is damaged and a form that is.
  const int status = problem.status == 422 ? 400 : problem.status;
  Response response = json_response(
      {{"detail", problem.message}, {"code", problem.code}, {"request_id", request_id}}, status);
  add_retry_after(problem, response);
  return response;
}

}  // namespace octavo::server
