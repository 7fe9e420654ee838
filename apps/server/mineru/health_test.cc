#include "server/mineru/health.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

// What validate_server_health_payload of MinerU 3.4.4's api_client.py looks at.
TEST(MineruHealth, IsAcceptedByItsClient) {
  Json health{{"status", "healthy"}, {"version", "0.1.0"}};
  add_mineru_health(health, {}, 1, std::chrono::hours(24));
  EXPECT_EQ(health["status"], "healthy");
  EXPECT_EQ(health["protocol_version"], 2);
  EXPECT_EQ(health["max_concurrent_requests"], 3);
  EXPECT_EQ(health["processing_window_size"], 64);
  EXPECT_EQ(health["task_retention_seconds"], 86400);
  EXPECT_TRUE(health["task_cleanup_interval_seconds"].is_number_integer());
}

TEST(MineruHealth, CountsTasksInFourStates) {
  Json health;
  service::ServiceStatus status;
  status.jobs_queued = 1;
  status.jobs_running = 2;
  status.jobs_completed = 4;
  status.jobs_partial = 8;
  status.jobs_failed = 16;
  status.jobs_canceled = 32;
  add_mineru_health(health, status, 2, {});
  EXPECT_EQ(health["queued_tasks"], 1);
  EXPECT_EQ(health["processing_tasks"], 2);
  EXPECT_EQ(health["completed_tasks"], 12);
  EXPECT_EQ(health["failed_tasks"], 48);
}

}  // namespace
}  // namespace octavo::server
