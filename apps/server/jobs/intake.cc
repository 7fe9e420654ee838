#include "server/jobs/intake.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/sha256.h"
#include "server/http/json.h"
#include "server/jobs/submit.h"

namespace octavo::server {
namespace {

using service::JobRequest;
using service::Service;

constexpr size_t kLongestKey = 255;
// Of jobs that are gone some may be among them: more than the jobs that are stored at once.
constexpr size_t kMostKeys = 4000;
constexpr const char* kHeader = "idempotency-key";

bool is_key(std::string_view text) {
  return !text.empty() && text.size() <= kLongestKey &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
}

Json facts_of(const std::string& text) {
  Json facts = Json::parse(text, nullptr, false);
  return facts.is_object() ? facts : Json::object();
}

// All that makes one job another, but passwords.
std::string hash_of(const JobRequest& job, const std::vector<std::string>& sha256) {
  Json formats = Json::array(), files = Json::array();
  for (const service::OutputFormat format : job.formats)
    formats.push_back(service::output_format_name(format));
  for (size_t i = 0; i < job.files.size(); ++i)
    files.push_back({job.files[i].name, job.files[i].page_range, sha256[i]});
  return sha256_hex(json_text({{"client", job.client},
                               {"facts", job.client_facts},
                               {"tier", job.tier},
                               {"effort", job.effort},
                               {"ocr", job.ocr},
                               {"language", job.language},
                               {"formats", std::move(formats)},
                               {"pictures", job.pictures},
                               {"files", std::move(files)}}));
}

Problem in_progress() {
  return {.status = 409,
          .code = "idempotency_in_progress",
          .message = "the first request with that Idempotency-Key has no answer yet",
          .parameter = "Idempotency-Key",
          .retry_after = 1};
}

Problem reused() {
  return {.status = 409,
          .code = "idempotency_key_reused",
          .message = "that Idempotency-Key came with another request before",
          .parameter = "Idempotency-Key"};
}

}  // namespace

Intake::Intake(Service& service) : service_(service) {
  for (const service::JobSnapshot& job : service.jobs()) {
    const Json facts = facts_of(job.client_facts);
    const auto found = facts.find("idempotency");
    if (found == facts.end() || !found->is_object()) continue;
    const std::string key = found->value("key", ""), asked = found->value("asked", "");
    if (!key.empty()) entries_[key] = {.asked = asked, .job = job.id};
  }
}

std::variant<std::string, Problem> Intake::submit(const Request& request, JobRequest job,
                                                  const std::vector<std::string>& sha256) {
  OCTAVO_CHECK(sha256.size() == job.files.size());
  Json facts = facts_of(job.client_facts);
  std::string key;
  if (const auto given = request.header(kHeader)) {
    if (!is_key(*given))
      return bad_parameter("Idempotency-Key", "a key is 1 to 255 printable ASCII characters");
    key = sha256_hex(*given);
    const std::string asked = hash_of(job, sha256);
    auto earlier = reserve(key, asked);
    if (!std::holds_alternative<std::string>(earlier) || !std::get<std::string>(earlier).empty())
      return earlier;
    facts["idempotency"] = {{"key", key}, {"asked", asked}};
  }
  facts["sha256"] = sha256;
  job.client_facts = json_text(facts);
  auto id = service_.submit(std::move(job));
  if (!key.empty()) settle(key, id.ok() ? *id : "");
  if (!id.ok()) return submit_problem(id.error());
  return std::move(id).value();
}

std::variant<std::string, Problem> Intake::reserve(const std::string& key,
                                                   const std::string& asked) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found != entries_.end()) {
    const Entry& entry = found->second;
    const bool there = entry.job.empty() || service_.knows(entry.job);
    if (there && entry.asked != asked) return reused();
    if (there && entry.job.empty()) return in_progress();
    if (there) return entry.job;
  }
  if (entries_.size() >= kMostKeys) forget_gone();
  entries_[key] = {.asked = asked, .job = ""};
  return std::string();
}

void Intake::settle(const std::string& key, const std::string& job) {
  const std::lock_guard lock(mutex_);
  if (job.empty())
    entries_.erase(key);
  else
    entries_[key].job = job;
}

void Intake::forget_gone() {
  std::erase_if(entries_, [&](const auto& item) {
    const Entry& entry = item.second;
    return !entry.job.empty() && !service_.knows(entry.job);
  });
}

}  // namespace octavo::server
