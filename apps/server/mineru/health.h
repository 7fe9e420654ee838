// What /health says beyond being alive: MinerU's clients refuse a server without it.
#pragma once

#include "server/http/json.h"
#include "service/service_options.h"
#include "service/service_status.h"

namespace octavo::server {

// Adds "protocol_version", counts of tasks, "max_concurrent_requests", "processing_window_size" and
// how long tasks are kept.
void add_mineru_health(Json& health, const service::ServiceStatus& status, int document_workers,
                       std::chrono::seconds retention);

}  // namespace octavo::server
