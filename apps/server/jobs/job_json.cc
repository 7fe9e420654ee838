#include "server/jobs/job_json.h"

#include <array>
#include <ctime>

#include "octavo/document.h"
#include "octavo/system.h"
#include "service/job_json.h"

namespace octavo::server {
namespace {

Json error_json(const std::string& code, const std::string& message) {
  if (code.empty()) return nullptr;
  return {{"code", code}, {"message", message}};
}

std::string tier_in(const Json& facts, const service::JobSnapshot& job) {
  const auto tier = facts.find("tier");
  if (tier != facts.end() && tier->is_string()) return tier->get<std::string>();
  return std::string(tier_name(job.tier));
}

// Of jobs that this version took.
Json sha256_in(const Json& facts, size_t file) {
  const auto known = facts.find("sha256");
  if (known == facts.end() || !known->is_array() || file >= known->size()) return nullptr;
  return (*known)[file];
}

Json file_json(const service::JobSnapshot& job, const Json& facts, size_t index) {
  const service::FileSnapshot& file = job.files[index];
  const std::string id = job.id + "-" + std::to_string(index);
  Json out{{"file_id", id},
           {"name", file.name},
           {"page_range", file.page_range.empty() ? Json(nullptr) : Json(file.page_range)},
           {"bytes", file.bytes},
           {"sha256", sha256_in(facts, index)},
           {"status", job_state_name(file.state)},
           {"pages_total", file.pages_total},
           {"pages_done", file.pages_done},
           {"pages_failed", file.pages_failed},
           {"parse", nullptr},
           {"output_files", Json::object()},
           {"error", error_json(file.error_code, file.error_message)}};
  if (is_final(file.state))
    out["parse"] = {{"model_used", file.tier},
                    {"duration_ms", static_cast<int64_t>(file.seconds * 1000)},
                    {"parser_version", version()}};
  for (const service::JobOutput& output : file.outputs) {
    const std::string format(service::output_format_name(output.format));
    out["output_files"][format] = {{"file_id", id + "-" + format}, {"bytes", output.bytes}};
  }
  if (!file.pages.empty()) {
    Json pages = Json::array();
    for (const service::PageSnapshot& page : file.pages) pages.push_back(service::page_json(page));
    out["pages"] = std::move(pages);
  }
  return out;
}

}  // namespace

Json facts_of(const std::string& client_facts) {
  Json facts = Json::parse(client_facts, nullptr, false);
  return facts.is_object() ? facts : Json::object();
}

Json time_json(double seconds) {
  if (seconds <= 0) return nullptr;
  const auto whole = static_cast<std::time_t>(seconds);
  std::tm parts{};
  gmtime_r(&whole, &parts);
  std::array<char, 32> text{};
  return std::string(text.data(),
                     std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts));
}

Json job_json(const service::JobSnapshot& job) {
  const std::string self = "/v1/parse/jobs/" + job.id;
  Json formats = Json::array();
  for (const service::OutputFormat format : job.formats)
    formats.push_back(service::output_format_name(format));
  Json files = Json::array();
  const Json facts = facts_of(job.client_facts);
  for (size_t i = 0; i < job.files.size(); ++i) files.push_back(file_json(job, facts, i));
  return {
      {"job_id", job.id},
      {"status", job_state_name(job.state)},
      {"created_at", time_json(job.created)},
      {"started_at", time_json(job.started)},
      {"finished_at", time_json(job.finished)},
      {"expires_at", time_json(job.expires)},
      {"tier", tier_in(facts, job)},
      {"output_formats", std::move(formats)},
      {"access_level", "private"},
      {"progress",
       {{"completed", job.pages_done}, {"failed", job.pages_failed}, {"total", job.pages_total}}},
      {"queued_ahead", job.queued_ahead},
      {"eta_seconds", job.eta_seconds ? Json(*job.eta_seconds) : Json(nullptr)},
      {"files", std::move(files)},
      {"links", {{"self", self}, {"cancel", self}, {"events", self + "/events"}}}};
}

Json task_json(const service::JobSnapshot& job) {
  Json out{{"task_id", job.id},
           {"status_url", "/v1/tasks/" + job.id},
           {"result_url", "/v1/tasks/" + job.id + "/result"}};
  out.update(server::job_json(job));
  return out;
}

}  // namespace octavo::server
