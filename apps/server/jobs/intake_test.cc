#include "server/jobs/intake.h"

#include <gtest/gtest.h>

#include "server/http/json.h"
#include "server/jobs/job_json.h"
#include "tests/server/made_service.h"

namespace octavo::server {
namespace {

// printf 'one' | sha256sum, and so on.
const char kOne[] = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
const char kTwo[] = "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3";

service::JobRequest job_of(const std::string& name = "a.pdf", const std::string& range = "") {
  service::JobRequest job;
  job.files.push_back({.name = name, .page_range = range});
  job.formats = {service::OutputFormat::kMarkdown};
  job.client_facts = R"({"tier":"auto"})";
  return job;
}

class IntakeTest : public testing::Test {
 protected:
  std::variant<std::string, Problem> submit(const std::string& key, service::JobRequest job,
                                            const char* sha256 = kOne) {
    job.files[0].sha256 = sha256;
    return intake_->submit(key.empty() ? std::nullopt : std::optional<std::string_view>(key),
                           std::move(job));
  }
  std::string id(const std::string& key, service::JobRequest job, const char* sha256 = kOne) {
    auto submitted = submit(key, std::move(job), sha256);
    const auto* id = std::get_if<std::string>(&submitted);
    EXPECT_NE(id, nullptr);
    return id == nullptr ? "" : *id;
  }
  Problem problem(const std::string& key, service::JobRequest job, const char* sha256 = kOne) {
    auto submitted = submit(key, std::move(job), sha256);
    const auto* problem = std::get_if<Problem>(&submitted);
    EXPECT_NE(problem, nullptr);
    return problem == nullptr ? Problem{} : *problem;
  }

  MadeService made_;
  const std::unique_ptr<service::Service> service_ = MadeService::start(made_);
  std::unique_ptr<Intake> intake_ = std::make_unique<Intake>(*service_);
};

TEST_F(IntakeTest, WithoutAKeyEachRequestIsAJob) {
  EXPECT_NE(id("", job_of()), id("", job_of()));
  EXPECT_EQ(made_.submitted.size(), 2U);
}

TEST_F(IntakeTest, TheSameAgainIsTheSameJob) {
  const std::string first = id("k 1", job_of());
  EXPECT_EQ(id("k 1", job_of()), first);
  EXPECT_EQ(made_.submitted.size(), 1U);
  EXPECT_NE(id("k 2", job_of()), first);
}

TEST_F(IntakeTest, SomethingElseUnderTheSameKeyIsRefused) {
  id("key", job_of());
  for (const Problem& refused :
       {problem("key", job_of("b.pdf")), problem("key", job_of("a.pdf", "1-2")),
        problem("key", job_of(), kTwo)}) {
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.code, "idempotency_key_reused");
  }
  service::JobRequest other = job_of();
  other.tier = Tier::kBasic;
  EXPECT_EQ(problem("key", std::move(other)).code, "idempotency_key_reused");
  EXPECT_EQ(made_.submitted.size(), 1U);
}

TEST_F(IntakeTest, APasswordIsNoDifferenceAndNowhere) {
  service::JobRequest job = job_of();
  job.files[0].password = "secret-word";
  const std::string first = id("key", std::move(job));
  EXPECT_EQ(id("key", job_of()), first);
  EXPECT_EQ(made_.jobs[first].client_facts.find("secret-word"), std::string::npos);
}

TEST_F(IntakeTest, TheKeyLivesAsLongAsTheJob) {
  const std::string first = id("key", job_of());
  EXPECT_TRUE(service_->remove(first));
  made_.submitted.emplace_back();  // numbers of made jobs go on
  EXPECT_NE(id("key", job_of("b.pdf")), first);
}

TEST_F(IntakeTest, WhatWasNotTakenMayBeSentAgain) {
  made_.refuses = true;
  made_.refusal = Code::kStorageFull;
  EXPECT_EQ(problem("key", job_of()).code, "storage_full");
  made_.refuses = false;
  EXPECT_FALSE(id("key", job_of("b.pdf")).empty());
}

TEST_F(IntakeTest, ANewStartKnowsTheKeysOfStoredJobs) {
  const std::string first = id("key", job_of());
  EXPECT_EQ(made_.jobs[first].client_facts.find("\"key\":\"key\""), std::string::npos);
  intake_ = std::make_unique<Intake>(*service_);
  EXPECT_EQ(id("key", job_of()), first);
  EXPECT_EQ(problem("key", job_of("b.pdf")).code, "idempotency_key_reused");
}

TEST_F(IntakeTest, WhatIsNoKey) {
  for (const std::string& key :
       {std::string(256, 'x'), std::string("a\tb"), std::string("k\xc3\xa4")}) {
    const Problem refused = problem(key, job_of());
    EXPECT_EQ(refused.code, "invalid_parameter");
    EXPECT_EQ(refused.parameter, "Idempotency-Key");
  }
  EXPECT_FALSE(id(std::string(255, 'x'), job_of()).empty());
}

TEST_F(IntakeTest, HashesOfFilesAreToldWithTheJob) {
  service::JobSnapshot job = made_.jobs[id("key", job_of())];
  const Json told = job_json(job);
  EXPECT_EQ(told["files"][0]["sha256"], kOne);
  EXPECT_EQ(told["tier"], "auto");
  job.client_facts = R"({"tier":"auto"})";  // of an earlier version
  EXPECT_TRUE(job_json(job)["files"][0]["sha256"].is_null());
}

}  // namespace
}  // namespace octavo::server
