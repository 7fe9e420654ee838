#include "server/mineru/health.h"

namespace octavo::server {
namespace {

// API_PROTOCOL_VERSION of MinerU 3.x: its client asks for equality.
constexpr int kProtocol = 2;
// Its client puts small documents together up to so many pages; MinerU's own figure.
constexpr int kWindow = 64;
// Beside those that are read: so that no worker waits for a client that polls once a second.
constexpr int kAhead = 2;
constexpr int kCleanupSeconds = 60;

}  // namespace

void add_mineru_health(Json& health, const service::ServiceStatus& status, int document_workers,
                       std::chrono::seconds retention) {
  health["protocol_version"] = kProtocol;
  health["queued_tasks"] = status.jobs_queued;
  health["processing_tasks"] = status.jobs_running;
  health["completed_tasks"] = status.jobs_completed + status.jobs_partial;
  health["failed_tasks"] = status.jobs_failed + status.jobs_canceled;
  health["max_concurrent_requests"] = document_workers + kAhead;
  health["processing_window_size"] = kWindow;
  health["task_retention_seconds"] = retention.count();
  health["task_cleanup_interval_seconds"] = kCleanupSeconds;
}

}  // namespace octavo::server
