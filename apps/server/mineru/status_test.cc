#include "server/mineru/status.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

using service::JobState;

service::JobSnapshot two_documents() {
  service::JobSnapshot job;
  job.id = "0123456789abcdef0123456789abcdef";
  job.tier = Tier::kBasic;
  job.client = kMineruClient;
  job.client_facts = R"({"backend":"pipeline"})";
  job.created = 1764541187.25;  // 2025-11-30T22:19:47.25Z
  job.files.resize(2);
  job.files[0].name = "a.pdf";
  job.files[0].stem = "a";
  job.files[1].name = "A.PDF";
  job.files[1].stem = "A_2";
  return job;
}

TEST(MineruStatus, HasTheFieldsOfMineru344) {
  service::JobSnapshot job = two_documents();
  job.queued_ahead = 3;
  const Json status = mineru_queued_status(job, "http://localhost:8000");
  EXPECT_EQ(status["task_id"], job.id);
  EXPECT_EQ(status["status"], "pending");
  EXPECT_EQ(status["backend"], "pipeline");
  EXPECT_EQ(status["file_names"], (Json{"a", "A_2"}));
  EXPECT_EQ(status["created_at"], "2025-11-30T22:19:47.250000+00:00");
  EXPECT_TRUE(status["started_at"].is_null());
  EXPECT_TRUE(status["completed_at"].is_null());
  EXPECT_TRUE(status["error"].is_null());
  EXPECT_EQ(status["status_url"], "http://localhost:8000/tasks/" + job.id);
  EXPECT_EQ(status["result_url"], "http://localhost:8000/tasks/" + job.id + "/result");
  EXPECT_EQ(status["queued_ahead"], 3);
  EXPECT_FALSE(status.contains("notes"));
  EXPECT_FALSE(mineru_status(job, mineru_facts(job), "").contains("queued_ahead"));
}

TEST(MineruStatus, StatesAreFour) {
  EXPECT_EQ(mineru_state(JobState::kQueued), "pending");
  EXPECT_EQ(mineru_state(JobState::kRunning), "processing");
  EXPECT_EQ(mineru_state(JobState::kCompleted), "completed");
  EXPECT_EQ(mineru_state(JobState::kPartial), "completed");
  EXPECT_EQ(mineru_state(JobState::kFailed), "failed");
  EXPECT_EQ(mineru_state(JobState::kCanceled), "failed");
}

TEST(MineruStatus, SaysWhatFailedByDocument) {
  service::JobSnapshot job = two_documents();
  job.state = JobState::kPartial;
  job.files[0].pages_total = 5;
  job.files[0].pages_failed = 2;
  job.files[1].state = JobState::kFailed;
  job.files[1].error_code = "file_corrupted";
  job.files[1].error_message = "this is no PDF";
  EXPECT_EQ(mineru_status(job, mineru_facts(job), "")["error"],
            "a.pdf: 2 of 5 pages could not be read; A.PDF: this is no PDF");
  job.state = JobState::kRunning;
  EXPECT_TRUE(mineru_status(job, mineru_facts(job), "")["error"].is_null()) << "not over yet";
  job.state = JobState::kCanceled;
  EXPECT_EQ(mineru_error(job), "cancelled");
}

TEST(MineruStatus, TellsWhatTheFormCouldNotHave) {
  service::JobSnapshot job = two_documents();
  job.client_facts = R"({"backend":"hybrid-engine","notes":["read as pipeline"]})";
  EXPECT_EQ(mineru_status(job, mineru_facts(job), "")["notes"], Json{"read as pipeline"});
}

TEST(MineruStatus, AddressesAreThoseTheClientUsed) {
  Request request;
  EXPECT_EQ(base_url(request), "");
  request.headers = {{"host", "127.0.0.1:8000"}};
  EXPECT_EQ(base_url(request), "http://127.0.0.1:8000");
  request.headers.emplace_back("x-forwarded-proto", "https");
  EXPECT_EQ(base_url(request), "https://127.0.0.1:8000");
  request.headers = {{"host", "[::1]:8000"}};
  EXPECT_EQ(base_url(request), "http://[::1]:8000");
  request.headers = {{"host", "a/b\" onload="}};
  EXPECT_EQ(base_url(request), "");
}

TEST(MineruStatus, RefusesInTheWordsOfFastApi) {
  const Response response =
      mineru_problem({.status = 404, .code = "task_not_found", .message = "Task not found"}, "abc");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(Json::parse(response.body)["detail"], "Task not found");
  EXPECT_EQ(mineru_problem({.status = 422}, "").status, 400);
  const Response busy = mineru_problem({.status = 503, .retry_after = 5}, "");
  EXPECT_EQ(busy.headers.at(0), (std::pair<std::string, std::string>("Retry-After", "5")));
}

}  // namespace
}  // namespace octavo::server
