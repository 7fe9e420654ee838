// Jobs through real worker processes: what is read, what is refused, what stops on request.
#include "service/service.h"

#include <atomic>
#include <future>

#include "service/service_fixture.h"

namespace octavo::service {
namespace {

TEST_F(ServiceTest, AJobIsReadAndItsOutputsAreThere) {
  start();
  const std::string id = submit({script("pages 3", "../a b.pdf"), script("pages 2", "A b.pdf")});
  EXPECT_EQ(id.size(), 32u);
  const JobSnapshot job = finished(id);
  EXPECT_EQ(job.state, JobState::kCompleted);
  EXPECT_EQ(job.pages_total, 5);
  EXPECT_EQ(job.pages_done, 5);
  EXPECT_GE(job.finished, job.started);
  EXPECT_GE(job.started, job.created);
  ASSERT_EQ(job.files.size(), 2u);
  EXPECT_EQ(job.files[0].stem, "a b");
  EXPECT_EQ(job.files[1].stem, "A b_2");
  EXPECT_EQ(job.files[0].folder, "auto");
  EXPECT_EQ(job.files[0].tier, "basic");
  EXPECT_EQ(job.files[0].pages.size(), 3u);
  EXPECT_EQ(job.files[0].outputs.size(), static_cast<size_t>(kOutputFormats));
  const auto middle = service_->output(id, 0, "middle_json");
  ASSERT_TRUE(middle);
  EXPECT_EQ(read(*middle).substr(0, 1), "{");
  const auto page = service_->page(id, 1, 1);
  ASSERT_TRUE(page.ok()) << page.error().message();
  EXPECT_NE(page->find("\"width\":100.0,\"height\":200.0,\"status\":\"done\""), std::string::npos)
      << *page;
  EXPECT_EQ(service_->page(id, 1, 2).error().code, Code::kFileNotFound);
  EXPECT_EQ(service_->page(id, 2, 0).error().code, Code::kFileNotFound);
  std::filesystem::remove_all(options_.data_folder + "/jobs/" + id + "/pages");
  EXPECT_EQ(service_->page(id, 1, 1).error().code, Code::kFileUnreadable);
  EXPECT_FALSE(service_->output(id, 0, "no such"));
  EXPECT_FALSE(service_->job("0123"));
}

TEST_F(ServiceTest, OnlyWhatIsAskedForIsWritten) {
  start();
  JobRequest request;
  request.files.push_back(script("pages 1"));
  request.formats = {OutputFormat::kHtml};
  request.client = "mineru3";
  request.client_facts = "{\"lang\":\"ch\"}";
  const auto id = service_->submit(std::move(request));
  ASSERT_TRUE(id.ok());
  const JobSnapshot job = finished(*id);
  ASSERT_EQ(job.files[0].outputs.size(), 2u);
  EXPECT_EQ(job.files[0].outputs[0].format, OutputFormat::kHtml);
  EXPECT_EQ(job.files[0].outputs[1].format, OutputFormat::kReport);
  EXPECT_EQ(job.client_facts, "{\"lang\":\"ch\"}");
  EXPECT_GT(job.files[0].outputs[0].bytes, 0);
}

TEST_F(ServiceTest, EventsTellEachPageAndRise) {
  start();
  const std::string id = submit("pages 4 slow 50");
  std::vector<JobEvent> seen;
  uint64_t last = 0;
  bool over = false;
  const uint64_t subscription = service_->subscribe(id, [&] {
    for (JobEvent& event : service_->events(id, last)) {
      EXPECT_GT(event.sequence, last);
      last = event.sequence;
      const std::lock_guard lock(mutex_);
      over = over || event.json.find("\"status\":\"completed\"") != std::string::npos;
      seen.push_back(std::move(event));
    }
  });
  ASSERT_NE(subscription, 0u);
  EXPECT_EQ(service_->subscribe("0123", [] {}), 0u);
  ASSERT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex_);
    return over;
  }));
  service_->unsubscribe(subscription);
  int started = 0, done = 0;
  for (const JobEvent& event : seen) {
    if (event.kind != JobEvent::Kind::kPage) continue;
    started += event.json.find("\"status\":\"started\"") != std::string::npos ? 1 : 0;
    done += event.json.find("\"status\":\"done\"") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(started, 4);
  EXPECT_EQ(done, 4);
  EXPECT_EQ(seen.back().kind, JobEvent::Kind::kJob);
  EXPECT_TRUE(service_->events(id, last).empty());
  // A finished job keeps what came of each page, and its end.
  const std::vector<JobEvent> kept = service_->events(id, 0);
  EXPECT_EQ(kept.back().sequence, last);
  EXPECT_GE(kept.size(), 5u);
}

TEST_F(ServiceTest, CancelAnswersAtOnceAndFreesTheWorker) {
  start();
  const std::string id = submit("pages 200 slow 20");
  ASSERT_TRUE(wait_for_pages(id, 2));
  const int pid = worker_pid();
  EXPECT_TRUE(service_->cancel(id));
  EXPECT_EQ(service_->job(id)->state, JobState::kCanceled);
  const std::string next = submit("pages 1");
  EXPECT_EQ(finished(next).state, JobState::kCompleted);
  EXPECT_EQ(worker_pid(), pid);  // it stopped by itself
  EXPECT_EQ(service_->job(id)->state, JobState::kCanceled);
  EXPECT_TRUE(service_->page(id, 0, 0).ok());
  EXPECT_FALSE(service_->cancel("0123"));
}

TEST_F(ServiceTest, AWorkerThatDoesNotStopIsEnded) {
  start();
  const std::string id = submit("pages 3 hang 1");
  ASSERT_TRUE(wait_for_pages(id, 1));
  EXPECT_TRUE(service_->cancel(id));
  EXPECT_EQ(finished(submit("pages 1")).state, JobState::kCompleted);
  EXPECT_EQ(restarts(), 1);
}

TEST_F(ServiceTest, RemoveLeavesNothing) {
  start();
  const std::string id = submit("pages 100 slow 20");
  ASSERT_TRUE(wait_for_pages(id, 1));
  EXPECT_TRUE(service_->remove(id));
  EXPECT_FALSE(service_->job(id));
  EXPECT_FALSE(service_->remove(id));
  EXPECT_EQ(finished(submit("pages 1")).state, JobState::kCompleted);
  EXPECT_FALSE(std::filesystem::exists(options_.data_folder + "/jobs/" + id));
  EXPECT_EQ(service_->jobs().size(), 1u);
}

// What is written behind does not miss a job that was removed.
TEST_F(ServiceTest, RemovingIsNoFailureToWrite) {
  start();
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(service_->remove(submit("pages 1")));
  service_.reset();
  EXPECT_EQ(log().find("job_not_written"), std::string::npos) << log();
}

TEST_F(ServiceTest, FinishedJobsAreForgottenAfterAWhile) {
  options_.retention = std::chrono::seconds(0);
  start();
  const std::string id = submit("pages 1");
  finished(id);
  service_.reset();
  start();
  EXPECT_TRUE(wait_until([&] { return !service_->job(id); }));
  EXPECT_FALSE(std::filesystem::exists(options_.data_folder + "/jobs/" + id));
}

TEST_F(ServiceTest, WhatCannotBeTakenIsRefused) {
  options_.limits.max_files_per_job = 2;
  options_.limits.max_file_bytes = 20;
  options_.limits.max_disk_bytes = 40;
  start();
  const auto refused = [&](std::vector<JobFile> files, Tier tier = Tier::kAuto) {
    JobRequest request;
    request.files = std::move(files);
    request.tier = tier;
    const auto id = service_->submit(std::move(request));
    return id.ok() ? std::string("taken") : std::string(code_name(id.error().code));
  };
  EXPECT_EQ(refused({}), "invalid_argument");
  EXPECT_EQ(refused({script("")}), "file_empty");
  EXPECT_EQ(refused({script("pages 1 slow 10000000000000")}), "limit_exceeded");
  EXPECT_EQ(refused({script("a"), script("b"), script("c")}), "limit_exceeded");
  EXPECT_EQ(refused({script("pages 1", "a\xFF.pdf")}), "invalid_argument");
  JobFile ranged = script("pages 1");
  ranged.page_range = "x";
  EXPECT_EQ(refused({ranged}), "page_range_invalid");
  EXPECT_EQ(refused({script("pages 1")}, Tier::kVlm), "model_missing");
  JobFile gone = script("");
  gone.staged_path = service_->staging_folder() + "/gone";
  EXPECT_EQ(refused({gone}), "file_not_found");
  EXPECT_EQ(refused({script("pages 1 slow 1")}), "taken");
  // The share of the disk is used up.
  EXPECT_EQ(refused({script("pages 1 slow 1"), script("pages 1 slow 0001")}), "storage_full");
}

// Each fits, and all of them do not.
TEST_F(ServiceTest, SubmissionsAtOnceShareTheDisk) {
  options_.limits.max_disk_bytes = 10'500;
  start();
  const std::string text = "pages 1000 slow 1000" + std::string(980, ' ');
  std::atomic<int> taken{0}, full{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 20; ++i)
    clients.emplace_back([&] {
      JobRequest request;
      request.files.push_back(script(text));
      const auto id = service_->submit(std::move(request));
      if (id.ok()) ++taken;
      if (!id.ok() && id.error().code == Code::kStorageFull) ++full;
    });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(taken, 10);
  EXPECT_EQ(full, 10);
}

TEST_F(ServiceTest, PicturesAndOutputsCountOnTheDisk) {
  start();
  const std::string text = "pages 2";
  const std::string id = submit(text);
  finished(id);
  const auto on_disk = [&] {
    int64_t bytes = 0;
    const std::filesystem::path folder = options_.data_folder + "/jobs/" + id;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_regular_file()) bytes += static_cast<int64_t>(entry.file_size());
    return bytes;
  };
  EXPECT_GT(on_disk(), 1000);
  EXPECT_TRUE(wait_until([&] { return service_->status().disk_bytes == on_disk(); }));
  const int64_t before = on_disk();
  std::promise<void> drawn;
  service_->page_image(id, 0, 1, [&](const Result<std::string>&) { drawn.set_value(); });
  drawn.get_future().wait();
  EXPECT_EQ(on_disk(), before + 17);  // "picture of page 1"
  EXPECT_TRUE(wait_until([&] { return service_->status().disk_bytes == on_disk(); }));
  EXPECT_TRUE(service_->remove(id));
  EXPECT_EQ(service_->status().disk_bytes, 0);
}

TEST_F(ServiceTest, NoMoreJobsAreKeptThanMayBe) {
  options_.limits.max_stored_jobs = 2;
  start();
  finished(submit("pages 1"));
  const std::string second = submit("pages 1");
  finished(second);
  JobRequest request;
  request.files.push_back(script("pages 1"));
  const auto refused = service_->submit(request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kServerFailed);
  EXPECT_NE(refused.error().what.find("2 jobs are kept"), std::string::npos)
      << refused.error().what;
  EXPECT_TRUE(service_->remove(second));
  EXPECT_TRUE(service_->submit(request).ok());
}

// Most of them are in memory no longer.
TEST_F(ServiceTest, JobsThatEndedLongAgoAreWhatTheyWere) {
  start();
  std::vector<std::string> ids;
  std::vector<uint64_t> last;
  for (int i = 0; i < 40; ++i) {
    ids.push_back(submit("pages 2"));
    finished(ids.back());
    last.push_back(service_->events(ids.back(), 0).back().sequence);
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto job = service_->job(ids[i]);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->state, JobState::kCompleted);
    EXPECT_EQ(job->pages_done, 2);
    EXPECT_GT(job->expires, job->finished);
    EXPECT_EQ(job->files[0].pages.size(), 2u);
    EXPECT_EQ(job->files[0].outputs.size(), static_cast<size_t>(kOutputFormats));
    EXPECT_TRUE(service_->output(ids[i], 0, "markdown"));
    EXPECT_TRUE(service_->page(ids[i], 0, 1).ok());
    const auto events = service_->events(ids[i], 0);
    EXPECT_EQ(events.back().sequence, last[i]);
    EXPECT_EQ(events.back().kind, JobEvent::Kind::kJob);
    EXPECT_TRUE(service_->events(ids[i], last[i]).empty());
    EXPECT_FALSE(service_->events(ids[i], last[i] - 1).empty());
    EXPECT_TRUE(service_->cancel(ids[i]));
    EXPECT_TRUE(service_->zip(ids[i], {}).ok());
  }
  EXPECT_EQ(service_->status().jobs_completed, 40);
  EXPECT_EQ(service_->jobs().size(), 40u);
  EXPECT_EQ(service_->jobs(3).size(), 3u);
  EXPECT_EQ(service_->jobs(1).front().id, ids.back());
  // They are read where they are.
  std::filesystem::remove(options_.data_folder + "/jobs/" + ids[1] + "/job.json");
  EXPECT_FALSE(service_->job(ids[1]));
  EXPECT_TRUE(service_->remove(ids[1]));
  EXPECT_EQ(service_->status().jobs_completed, 39);
}

TEST_F(ServiceTest, OutputsThatAreLostAreNoEmptyOnes) {
  start();
  const std::string id = submit("pages 1");
  finished(id);
  const auto path = service_->output(id, 0, "html");
  ASSERT_TRUE(path);
  std::filesystem::remove(*path);
  EXPECT_FALSE(service_->output(id, 0, "html"));
  EXPECT_TRUE(service_->output(id, 0, "markdown"));
  EXPECT_EQ(service_->zip(id, {}).error().code, Code::kFileUnreadable);
  EXPECT_TRUE(service_->zip(id, {.formats = {OutputFormat::kMarkdown}}).ok());
}

TEST_F(ServiceTest, AFullDiskIsToldAsSuch) {
  options_.limits.min_free_bytes = int64_t(1) << 62;
  start();
  JobRequest request;
  request.files.push_back(script("pages 1"));
  const auto refused = service_->submit(std::move(request));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kStorageFull);
  service_.reset();
  options_.limits.min_free_bytes = 0;
  start();
  const JobSnapshot job = finished(submit("pages 2 full"));
  EXPECT_EQ(job.state, JobState::kFailed);
  EXPECT_EQ(job.files[0].error_code, "storage_full");
  EXPECT_EQ(job.pages_done, 2);
}

TEST_F(ServiceTest, StagedFilesMoveAndPasswordsAreWrittenNowhere) {
  start();
  const std::string staged = service_->staging_folder() + "/upload-1";
  std::ofstream(staged) << "pages 1 secret hunter2";
  JobFile file;
  file.name = "locked.pdf";
  file.staged_path = staged;
  file.password = "hunter2";
  JobFile wrong = script("pages 1 secret hunter2", "wrong.pdf");
  wrong.password = "guess";
  const std::string id = submit({file, wrong});
  const JobSnapshot job = finished(id);
  EXPECT_EQ(job.state, JobState::kPartial);
  EXPECT_EQ(job.files[0].state, JobState::kCompleted);
  EXPECT_EQ(job.files[1].error_code, "file_encrypted");
  EXPECT_FALSE(std::filesystem::exists(staged));
  const std::filesystem::path jobs = options_.data_folder + "/jobs";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(jobs)) {
    if (!entry.is_regular_file() || entry.path().parent_path().filename() == "input") continue;
    EXPECT_EQ(read(entry.path().string()).find("hunter2"), std::string::npos) << entry.path();
  }
  EXPECT_EQ(log().find("hunter2"), std::string::npos);
}

TEST_F(ServiceTest, PicturesAreDrawnWhenAskedFor) {
  start();
  const std::string id = submit("pages 3 kill 1");
  const auto ask = [&](int file, int page) {
    std::promise<Result<std::string>> told;
    service_->page_image(id, file, page,
                         [&](Result<std::string> path) { told.set_value(std::move(path)); });
    return told.get_future().get();
  };
  const auto picture = ask(0, 2);
  ASSERT_TRUE(picture.ok()) << picture.error().message();
  EXPECT_EQ(read(*picture), "picture of page 2");
  EXPECT_EQ(*ask(0, 2), *picture);
  EXPECT_EQ(ask(0, 3).error().code, Code::kFileNotFound);
  EXPECT_EQ(ask(1, 0).error().code, Code::kFileNotFound);
  EXPECT_EQ(ask(0, 1).error().code, Code::kPageFailed);  // it ended the process
  EXPECT_EQ(read(*ask(0, 0)), "picture of page 0");
}

TEST_F(ServiceTest, AnArchiveHoldsWhatIsAskedFor) {
  start();
  const std::string id =
      submit({script("pages 1", "\xE6\x96\x87.pdf"), script("pages 1", "b.pdf")});
  finished(id);
  const auto all = service_->zip(id, {.originals = true});
  ASSERT_TRUE(all.ok()) << all.error().message();
  const std::string bytes = read(*all);
  EXPECT_EQ(bytes.substr(0, 4), "PK\x03\x04");
  EXPECT_NE(bytes.find("b/auto/b_content_list_v2.json"), std::string::npos);
  EXPECT_NE(bytes.find("\xE6\x96\x87/auto/\xE6\x96\x87_origin.pdf"), std::string::npos);
  const auto some = service_->zip(id, {.files = {1}, .formats = {OutputFormat::kMarkdown}});
  ASSERT_TRUE(some.ok());
  EXPECT_EQ(read(*some).find("\xE6\x96\x87"), std::string::npos);
  EXPECT_EQ(read(*some).find("middle"), std::string::npos);
  EXPECT_NE(read(*some).find("b/auto/b.md"), std::string::npos);
  EXPECT_EQ(service_->zip("0123", {}).error().code, Code::kFileNotFound);
}

TEST_F(ServiceTest, DrainingFinishesWhatRunsAndTakesNothingNew) {
  start();
  const std::string running = submit("pages 10 slow 20");
  const std::string waiting = submit("pages 1");
  ASSERT_TRUE(wait_for_pages(running, 1));
  EXPECT_TRUE(service_->drain(std::chrono::seconds(20)));
  EXPECT_EQ(service_->job(running)->state, JobState::kCompleted);
  EXPECT_EQ(service_->job(waiting)->state, JobState::kQueued);
  EXPECT_EQ(service_->job(waiting)->queued_ahead, 0);
  JobRequest request;
  request.files.push_back(script("pages 1"));
  EXPECT_EQ(service_->submit(std::move(request)).error().code, Code::kServerFailed);
}

TEST_F(ServiceTest, TwoWorkersReadTwoJobsAtOnce) {
  options_.document_workers = 2;
  start();
  const std::string slow = submit("pages 1000 slow 50");
  EXPECT_EQ(finished(submit("pages 2")).state, JobState::kCompleted);
  EXPECT_EQ(service_->job(slow)->state, JobState::kRunning);
}

TEST_F(ServiceTest, StatusCounts) {
  start();
  finished(submit("pages 2"));
  finished(submit("nothing"));
  const ServiceStatus status = service_->status();
  EXPECT_EQ(status.jobs_completed, 1);
  EXPECT_EQ(status.jobs_failed, 1);
  EXPECT_EQ(status.pages_done, 2);
  EXPECT_EQ(status.model, ModelState::kNone);
  ASSERT_EQ(status.workers.size(), 2u);
  EXPECT_GT(status.workers[0].pid, 0);
  EXPECT_GT(status.workers[0].resident_bytes, 1 << 20);
  EXPECT_EQ(status.workers[1].pid, 0);  // nobody has asked for a picture
}

}  // namespace
}  // namespace octavo::service
