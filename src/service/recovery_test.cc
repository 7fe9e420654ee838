// What is left when processes die: workers, and the whole service.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "service/page_log.h"
#include "service/service_fixture.h"

namespace octavo::service {
namespace {

class RecoveryTest : public ServiceTest {};

TEST_F(RecoveryTest, AKilledWorkerCostsNoFinishedPage) {
  start();
  const std::string id = submit("pages 30 slow 30");
  ASSERT_TRUE(wait_for_pages(id, 5));
  const int pid = worker_pid();
  ASSERT_GT(pid, 0);
  const std::string log_path = options_.data_folder + "/jobs/" + id + "/pages/0.log";
  ::kill(pid, SIGKILL);
  ASSERT_TRUE(wait_until([&] { return restarts() == 1; }));
  EXPECT_GE(service_->job(id)->pages_done, 5);
  const JobSnapshot job = finished(id);
  // Pages that were done were not read again.
  std::set<int> pages;
  read_page_log(log_path, [&](const LoggedPage& page) {
    EXPECT_TRUE(pages.insert(page.page).second) << page.page;
  });
  EXPECT_EQ(pages.size(), 30u);
  EXPECT_EQ(job.state, JobState::kCompleted);
  EXPECT_EQ(job.pages_done, 30);
  EXPECT_NE(worker_pid(), pid);
  EXPECT_NE(log().find("worker_died"), std::string::npos);
  // All pages are in the document.
  EXPECT_NE(read(*service_->output(id, 0, "structured_content")).find("\"page_idx\": 29"),
            std::string::npos);
}

TEST_F(RecoveryTest, APageThatAlwaysKillsIsGivenUpAndTheRestIsThere) {
  start();
  const JobSnapshot job = finished(submit("pages 8 kill 3 kill 6"));
  EXPECT_EQ(job.state, JobState::kPartial) << log();
  EXPECT_EQ(job.pages_done, 6);
  EXPECT_EQ(job.pages_failed, 2);
  for (const PageSnapshot& page : job.files[0].pages)
    EXPECT_EQ(page.state, page.page == 3 || page.page == 6 ? PageState::kFailed : PageState::kDone)
        << page.page;
  EXPECT_EQ(job.files[0].pages[3].error_code, "page_failed");
  EXPECT_NE(job.files[0].error_message.find("page 4"), std::string::npos);
  EXPECT_EQ(job.files[0].outputs.size(), static_cast<size_t>(kOutputFormats));
}

TEST_F(RecoveryTest, APageThatKillsOnceIsReadInTheEnd) {
  start();
  const JobSnapshot job = finished(submit("pages 6 kill_once 2"));
  EXPECT_EQ(job.state, JobState::kCompleted);
  EXPECT_EQ(job.pages_done, 6);
  EXPECT_EQ(restarts(), 1);
}

// A worker that came on is started again at once: the pauses of a document's many deaths, which
// would be minutes, are not for those that wait behind it.
TEST_F(RecoveryTest, ManyPagesThatKillDoNotHoldUpWhatWaits) {
  start();
  const std::string bad = submit("pages 14 kill 1 kill 3 kill 5 kill 7 kill 9 kill 11");
  const std::string good = submit("pages 1");
  const JobSnapshot job = finished(bad);
  EXPECT_EQ(job.pages_failed, 6);
  EXPECT_EQ(job.pages_done, 8);
  // The document may be over before the worker that its last page killed is there again.
  EXPECT_TRUE(wait_until([&] { return restarts() >= 12; }));
  EXPECT_EQ(finished(good).state, JobState::kCompleted);
}

TEST_F(RecoveryTest, ADocumentThatKillsWhenOpenedFailsAndTheNextIsRead) {
  start();
  const std::string bad = submit("pages 2 kill_open");
  const std::string good = submit("pages 2");
  EXPECT_EQ(finished(good).state, JobState::kCompleted);
  const JobSnapshot job = finished(bad);
  EXPECT_EQ(job.state, JobState::kFailed);
  EXPECT_EQ(job.files[0].error_code, "internal");
}

TEST_F(RecoveryTest, AWorkerThatHangsIsEndedAndItsPageGivenUp) {
  options_.worker_patience = std::chrono::milliseconds(2000);
  start();
  const JobSnapshot job = finished(submit("pages 4 hang 2"));
  EXPECT_EQ(job.state, JobState::kPartial);
  EXPECT_EQ(job.pages_done, 3);
  EXPECT_EQ(job.files[0].pages[2].state, PageState::kFailed);
  EXPECT_NE(log().find("does not come on"), std::string::npos);
}

// The service as a process of its own, which is killed in the middle of a job.
TEST_F(RecoveryTest, AKilledServiceGoesOnWithTheSameIds) {
  int pipe_ends[2];
  ASSERT_EQ(::pipe(pipe_ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto service = Service::start(options_);
    if (!service.ok()) ::_exit(1);
    JobRequest request;
    request.files.push_back(script("pages 120 slow 30"));
    request.client = "mineru4";
    const auto id = (*service)->submit(std::move(request));
    if (!id.ok()) ::_exit(1);
    while ((*service)->job(*id)->pages_done < 6) ::usleep(2000);
    [[maybe_unused]] const ssize_t told = ::write(pipe_ends[1], id->data(), id->size());
    ::pause();
  }
  std::string id(32, ' ');
  ASSERT_EQ(::read(pipe_ends[0], id.data(), id.size()), 32);
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);

  start();
  const auto job = service_->job(id);
  ASSERT_TRUE(job);
  EXPECT_FALSE(is_final(job->state));
  EXPECT_GE(job->pages_done, 6);
  EXPECT_EQ(job->client, "mineru4");
  // A client that was cut off hears of every page that was done.
  EXPECT_GE(service_->events(id, 0).size(), 7u);
  const JobSnapshot end = finished(id);
  EXPECT_EQ(end.state, JobState::kCompleted);
  EXPECT_EQ(end.pages_done, 120);
  EXPECT_EQ(end.created, job->created);
  // And once more: finished jobs stay what they are.
  const uint64_t last = service_->events(id, 0).back().sequence;
  service_.reset();
  start();
  EXPECT_EQ(service_->job(id)->state, JobState::kCompleted);
  EXPECT_EQ(service_->job(id)->files[0].pages.size(), 120u);
  EXPECT_GT(service_->events(id, 0).front().sequence, last);
  EXPECT_TRUE(service_->output(id, 0, "markdown"));
  EXPECT_TRUE(service_->page(id, 0, 119).ok());
}

TEST_F(RecoveryTest, WorkersDieWithTheirService) {
  int pipe_ends[2];
  ASSERT_EQ(::pipe(pipe_ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    auto service = Service::start(options_);
    int pid = 0;
    while (pid == 0) {
      pid = (*service)->status().workers.at(0).pid;
      ::usleep(2000);
    }
    [[maybe_unused]] const ssize_t told = ::write(pipe_ends[1], &pid, sizeof pid);
    ::pause();
  }
  int worker = 0;
  ASSERT_EQ(::read(pipe_ends[0], &worker, sizeof worker), static_cast<ssize_t>(sizeof worker));
  EXPECT_EQ(::kill(worker, 0), 0);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  // Whoever inherits it may take a moment to bury it.
  EXPECT_TRUE(wait_until([&] {
    std::string state = read("/proc/" + std::to_string(worker) + "/stat");
    state = state.substr(std::min(state.size(), state.rfind(')') + 2), 1);
    return state.empty() || state == "Z";
  }));
}

TEST_F(RecoveryTest, DamagedJobsAreReportedAndTheRestIsServed) {
  start();
  const std::string good = submit("pages 2");
  std::vector<std::string> bad;
  for (int i = 0; i < 5; ++i) bad.push_back(submit("pages 1"));
  for (const std::string& id : bad) finished(id);
  finished(good);
  service_.reset();
  const auto file = [&](const std::string& id) {
    return options_.data_folder + "/jobs/" + id + "/job.json";
  };
  std::ofstream(file(bad[0])) << "{\"version\":1,";
  std::ofstream(file(bad[1])) << "";
  std::ofstream(file(bad[2])) << "{\"version\":99,\"id\":\"" << bad[2] << "\"}";
  std::filesystem::remove(file(bad[3]));
  std::ofstream(file(bad[4])) << read(file(good));  // of another job
  std::filesystem::create_directories(options_.data_folder + "/jobs/not-an-id");
  start();
  EXPECT_EQ(service_->status().unreadable_jobs, 6);
  EXPECT_EQ(service_->jobs().size(), 1u);
  EXPECT_EQ(service_->job(good)->state, JobState::kCompleted);
  for (const std::string& id : bad) {
    EXPECT_FALSE(service_->job(id));
    EXPECT_NE(log().find(id), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(options_.data_folder + "/jobs/" + id));
  }
  EXPECT_EQ(finished(submit("pages 1")).state, JobState::kCompleted);
}

TEST_F(RecoveryTest, DamagedPagesAreReadAgain) {
  start();
  const std::string id = submit("pages 40 slow 30");
  ASSERT_TRUE(wait_for_pages(id, 6));
  service_.reset();
  // The fourth page and what is behind it.
  const std::string path = options_.data_folder + "/jobs/" + id + "/pages/0.log";
  std::string bytes = read(path);
  size_t fourth = 0;
  for (int i = 0; i < 3; ++i) fourth = bytes.find("OPL1 ", fourth + 1);
  bytes[fourth + 100] = static_cast<char>(bytes[fourth + 100] ^ 1);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  std::ofstream(options_.data_folder + "/jobs/" + id + "/pages/7.log") << "of no file";
  start();
  EXPECT_GE(service_->job(id)->pages_done, 3);
  const JobSnapshot job = finished(id);
  EXPECT_EQ(job.state, JobState::kCompleted);
  EXPECT_EQ(job.pages_done, 40);
  for (int page = 0; page < 40; ++page) EXPECT_TRUE(service_->page(id, 0, page).ok()) << page;
}

TEST_F(RecoveryTest, AnEncryptedJobThatWaitedSaysThatItsPasswordIsGone) {
  start();
  const std::string first = submit("pages 100 slow 20");
  JobFile locked = script("pages 1 secret x");
  locked.password = "x";
  const std::string id = submit({locked});
  ASSERT_TRUE(wait_for_pages(first, 1));
  service_.reset();
  start();
  EXPECT_EQ(service_->job(id)->state, JobState::kFailed);
  EXPECT_EQ(service_->job(id)->files[0].error_code, "file_encrypted");
}

TEST_F(RecoveryTest, ASecondServiceOnTheFolderIsRefused) {
  start();
  const auto second = Service::start(options_);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kInvalidArgument);
}

// Somebody's own folders of the same names: nothing of them is touched.
TEST_F(RecoveryTest, AFolderThatIsSomebodyElsesIsLeftAlone) {
  namespace fs = std::filesystem;
  for (const char* name : {"staging", "jobs"}) {
    options_.data_folder = folder_ + "/of-" + name;
    const std::string file = options_.data_folder + "/" + name + "/.new-novel";
    fs::create_directories(fs::path(file).parent_path());
    std::ofstream(file) << "years of work";
    EXPECT_EQ(Service::start(options_).error().code, Code::kInvalidArgument);
    EXPECT_EQ(read(file), "years of work");
    EXPECT_FALSE(fs::exists(options_.data_folder + "/lock"));
  }
}

TEST_F(RecoveryTest, AFolderThatWasThereKeepsItsRightsAndTheJobsInItArePrivate) {
  namespace fs = std::filesystem;
  const auto rights = [&](const char* part) {
    return fs::status(options_.data_folder + part).permissions() & fs::perms::mask;
  };
  start();  // makes it
  EXPECT_EQ(rights(""), fs::perms::owner_all);
  service_.reset();
  options_.data_folder = folder_ + "/shared";
  fs::create_directory(options_.data_folder);
  std::ofstream(options_.data_folder + "/other") << "theirs";
  fs::permissions(options_.data_folder, fs::perms(01777));
  for (int runs = 0; runs < 2; ++runs) {
    start();
    EXPECT_EQ(rights(""), fs::perms(01777));
    for (const char* part : {"/jobs", "/staging"}) EXPECT_EQ(rights(part), fs::perms::owner_all);
    service_.reset();
  }
  EXPECT_EQ(read(options_.data_folder + "/other"), "theirs");
}

TEST_F(RecoveryTest, AWorkerThatCannotBeStartedOrTalksNonsenseIsNoCrash) {
  options_.worker_command = {"/does/not/exist"};
  start();
  const std::string id = submit("pages 1");
  ASSERT_TRUE(wait_until([&] { return log().find("could not be started") != std::string::npos; }));
  EXPECT_EQ(service_->job(id)->state, JobState::kQueued);
  service_.reset();
  options_.worker_command = {"/bin/sh", "-c", "printf garbage >&3; sleep 1"};
  start();
  ASSERT_TRUE(wait_until([&] { return log().find("ended by signal") != std::string::npos; }));
  service_.reset();
  options_.worker_command = {OCTAVO_SCRIPTED_WORKER};
  start();
  EXPECT_EQ(finished(id).state, JobState::kCompleted);
}

}  // namespace
}  // namespace octavo::service
