#include <algorithm>
#include <array>

#include "service/job.h"
#include "service/service_status.h"

namespace octavo::service {
namespace {

constexpr std::array<std::string_view, 6> kJobStates{"queued",  "running", "completed",
                                                     "partial", "failed",  "canceled"};
constexpr std::array<std::string_view, 4> kPageStates{"waiting", "started", "done", "failed"};
constexpr std::array<std::string_view, kOutputFormats> kFormats{
    "markdown",           "content_list", "content_list_v2", "middle_json", "model_output",
    "structured_content", "html",         "chunks",          "report"};
constexpr std::array<std::string_view, 3> kEvents{"page", "progress", "job"};
constexpr std::array<std::string_view, 3> kWorkers{"document", "picture", "engine"};
constexpr std::array<std::string_view, 5> kModels{"none", "unloaded", "loading", "ready", "failed"};

}  // namespace

std::string_view job_state_name(JobState state) { return kJobStates[static_cast<size_t>(state)]; }

bool has_ended(const PageSnapshot& page) {
  return page.state == PageState::kDone || page.state == PageState::kFailed;
}
bool is_final(JobState state) { return state != JobState::kQueued && state != JobState::kRunning; }

std::string_view page_state_name(PageState state) {
  return kPageStates[static_cast<size_t>(state)];
}

std::string_view output_format_name(OutputFormat format) {
  return kFormats[static_cast<size_t>(format)];
}

std::optional<OutputFormat> output_format_of(std::string_view name) {
  const auto* found = std::find(kFormats.begin(), kFormats.end(), name);
  if (found == kFormats.end()) return std::nullopt;
  return static_cast<OutputFormat>(found - kFormats.begin());
}

std::string_view event_name(JobEvent::Kind kind) { return kEvents[static_cast<size_t>(kind)]; }

std::string_view worker_kind_name(WorkerKind kind) { return kWorkers[static_cast<size_t>(kind)]; }

std::string_view model_state_name(ModelState state) { return kModels[static_cast<size_t>(state)]; }

}  // namespace octavo::service
