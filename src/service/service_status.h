// What a service is doing now, for /health and /metrics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace octavo::service {

enum class WorkerKind : uint8_t { kDocument, kPicture, kEngine };
std::string_view worker_kind_name(WorkerKind kind);  // "document" "picture" "engine"

struct WorkerStatus {
  WorkerKind kind = WorkerKind::kDocument;
  int pid = 0;  // 0: not running (yet, or waiting to be started again)
  bool busy = false;
  int restarts = 0;             // after it died or was killed for hanging
  int64_t resident_bytes = 0;   // now
  int64_t anonymous_bytes = 0;  // of these its own, not mapped from files
};

enum class ModelState : uint8_t { kNone, kUnloaded, kLoading, kReady, kFailed };
std::string_view model_state_name(ModelState state);  // "none" "unloaded" ...

// Counts of what happened are since start; they only grow.
struct ServiceStatus {
  std::vector<WorkerStatus> workers;
  int jobs_queued = 0, jobs_running = 0;                                         // now
  int jobs_completed = 0, jobs_partial = 0, jobs_failed = 0, jobs_canceled = 0;  // stored now
  int unreadable_jobs = 0;                                                       // found at start
  int64_t disk_bytes = 0;                                                        // of all jobs
  int64_t pages_done = 0, pages_failed = 0;
  double page_seconds = 0;  // of pages done
  ModelState model = ModelState::kNone;
  std::string model_error;                   // kFailed
  int chats_waiting = 0, chats_running = 0;  // now
  int64_t chats_done = 0, prompt_tokens = 0, completion_tokens = 0;
  double prefill_seconds = 0, decode_seconds = 0;
  bool draining = false;
};

}  // namespace octavo::service
