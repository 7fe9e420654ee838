#include "server/jobs/intake.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/sha256.h"
#include "server/http/json.h"
#include "server/jobs/job_json.h"
#include "server/jobs/submit.h"
#include "service/settings_json.h"

namespace octavo::server {
namespace {

using service::JobRequest;
using service::Service;

constexpr size_t kLongestKey = 255;
// Of jobs that are gone some may be among them: more than the jobs that are stored at once.
constexpr size_t kMostKeys = 4000;

bool is_key(std::string_view text) {
  return !text.empty() && text.size() <= kLongestKey &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
}

// All that makes one job another, but passwords.
std::string hash_of(const JobRequest& job) {
  Json files = Json::array();
  for (const service::JobFile& file : job.files)
    files.push_back({file.name, file.page_range, file.sha256});
  return sha256_hex(json_text({{"client", job.client},
                               {"facts", job.client_facts},
                               {"settings", service::settings_json(job)},
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

Intake::Taken Intake::submit(const std::optional<std::string_view>& given, JobRequest job) {
  Json facts = facts_of(job.client_facts);
  std::string key;
  if (given) {
    if (!is_key(*given))
      return bad_parameter("Idempotency-Key", "a key is 1 to 255 printable ASCII characters");
    key = sha256_hex(*given);
    const std::string asked = hash_of(job);
    if (auto earlier = reserve(key, asked)) return *std::move(earlier);
    facts["idempotency"] = {{"key", key}, {"asked", asked}};
  }
  for (const service::JobFile& file : job.files) facts["sha256"].push_back(file.sha256);
  job.client_facts = json_text(facts);
  auto id = service_.submit(std::move(job));
  if (!key.empty()) settle(key, id.ok() ? *id : "");
  if (!id.ok()) return submit_problem(id.error());
  return std::move(id).value();
}

std::optional<Intake::Taken> Intake::reserve(const std::string& key, const std::string& asked) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found != entries_.end() && (found->second.job.empty() || service_.knows(found->second.job))) {
    const Entry& entry = found->second;
    if (entry.asked != asked) return reused();
    if (entry.job.empty()) return in_progress();
    return entry.job;
  }
  if (entries_.size() >= kMostKeys) forget_gone();
  entries_[key] = {.asked = asked, .job = ""};
  return std::nullopt;
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
