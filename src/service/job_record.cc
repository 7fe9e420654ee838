#include "service/job_record.h"

#include <algorithm>
#include <utility>

#include "service/job_json.h"

namespace octavo::service {
namespace {

constexpr int kMostLosses = 32;            // of workers, over one file
constexpr int kMostLossesWithoutPage = 2;  // opening it, or putting it together
constexpr int kMostPages = 1 << 24;

}  // namespace

JobRecord::JobRecord(JobSnapshot job, uint64_t first_sequence)
    : job_(std::move(job)), progress_(job_.files.size()), next_sequence_(first_sequence) {
  if (!is_final(job_.state)) job_.state = JobState::kQueued;
  for (size_t i = 0; i < job_.files.size(); ++i) {
    FileSnapshot& file = job_.files[i];
    if (!is_final(file.state)) file.state = JobState::kQueued;
    progress_[i].pages = std::exchange(file.pages, {});
    for (const PageSnapshot& page : progress_[i].pages) {
      count(static_cast<int>(i), page, 1);
      if (has_ended(page)) page_event(static_cast<int>(i), page);
    }
  }
  job_event();
}

// Into the sums, or out of them.
void JobRecord::count(int n, const PageSnapshot& page, int by) {
  const int done = page.state == PageState::kDone ? by : 0;
  const int failed = page.state == PageState::kFailed ? by : 0;
  file(n).pages_total += by;
  file(n).pages_done += done;
  file(n).pages_failed += failed;
  job_.pages_total += by;
  job_.pages_done += done;
  job_.pages_failed += failed;
}

std::vector<JobEvent> JobRecord::events_after(uint64_t since) const {
  const auto first = std::upper_bound(
      events_.begin(), events_.end(), since,
      [](uint64_t number, const JobEvent& event) { return number < event.sequence; });
  return {first, events_.end()};
}

JobSnapshot JobRecord::snapshot(bool with_pages) const {
  JobSnapshot job = job_;
  if (with_pages)
    for (size_t i = 0; i < job.files.size(); ++i) job.files[i].pages = progress_[i].pages;
  const int left = job.pages_total - job.pages_done - job.pages_failed;
  if (job.state == JobState::kRunning && run_pages_ > 0)
    job.eta_seconds =
        std::chrono::duration<double>(Clock::now() - run_begun_).count() / run_pages_ * left;
  return job;
}

bool JobRecord::has_passwords() const {
  return std::any_of(passwords_.begin(), passwords_.end(),
                     [](const std::string& password) { return !password.empty(); });
}

std::string JobRecord::password(int file) const {
  return static_cast<size_t>(file) < passwords_.size() ? passwords_[static_cast<size_t>(file)] : "";
}

bool JobRecord::is_done(int n, int page) const {
  if (n < 0 || static_cast<size_t>(n) >= progress_.size()) return false;
  const std::vector<PageSnapshot>& pages = progress_[static_cast<size_t>(n)].pages;
  return std::any_of(pages.begin(), pages.end(), [&](const PageSnapshot& known) {
    return known.page == page && known.state == PageState::kDone;
  });
}

std::vector<int> JobRecord::alone(int n) const {
  std::vector<int> pages;
  for (const auto& [page, count] : progress_[static_cast<size_t>(n)].losses) pages.push_back(page);
  return pages;
}

std::vector<int> JobRecord::given_up(int n) const {
  const std::set<int>& pages = progress_[static_cast<size_t>(n)].given_up;
  return {pages.begin(), pages.end()};
}

void JobRecord::file_begun(int n, double now) {
  file(n).state = JobState::kRunning;
  progress_[static_cast<size_t>(n)].begun = Clock::now();
  if (job_.state == JobState::kRunning) return;
  job_.state = JobState::kRunning;
  if (job_.started == 0) job_.started = now;
  job_event();
}

void JobRecord::file_opened(int n, const std::vector<int>& numbers) {
  std::vector<PageSnapshot>& pages = progress_[static_cast<size_t>(n)].pages;
  std::map<int, PageSnapshot> known;
  for (PageSnapshot& page : pages) {
    count(n, page, -1);
    if (has_ended(page)) known[page.page] = std::move(page);
  }
  pages.clear();
  for (const int number : numbers) {
    if (number < 0 || number > kMostPages) continue;
    const auto found = known.find(number);
    pages.push_back(found == known.end() ? PageSnapshot{.page = number} : found->second);
    count(n, pages.back(), 1);
  }
  std::sort(pages.begin(), pages.end(),
            [](const PageSnapshot& a, const PageSnapshot& b) { return a.page < b.page; });
  if (run_pages_ == 0) run_begun_ = Clock::now();
  progress_event();
}

PageSnapshot* JobRecord::find_page(int n, int page) {
  std::vector<PageSnapshot>& pages = progress_[static_cast<size_t>(n)].pages;
  const auto found =
      std::lower_bound(pages.begin(), pages.end(), page,
                       [](const PageSnapshot& a, int number) { return a.page < number; });
  return found == pages.end() || found->page != page ? nullptr : &*found;
}

void JobRecord::page_started(int n, int number) {
  PageSnapshot* const page = find_page(n, number);
  if (page == nullptr) return;
  progress_[static_cast<size_t>(n)].in_work.insert(number);
  // One that was done and is read again counts as done no longer.
  count(n, *page, -1);
  page->state = PageState::kStarted;
  count(n, *page, 1);
  page_event(n, *page);
}

void JobRecord::page_read(int n, int page) {
  progress_[static_cast<size_t>(n)].in_work.erase(page);
}

bool JobRecord::page_finished(int n, const PageSnapshot& finished) {
  page_read(n, finished.page);
  PageSnapshot* const page = find_page(n, finished.page);
  if (page == nullptr || !has_ended(finished) || has_ended(*page)) return false;
  count(n, *page, -1);
  *page = finished;
  count(n, *page, 1);
  ++run_pages_;
  page_event(n, *page);
  progress_event();
  return true;
}

void JobRecord::file_ended(int n, const Json& ended, const std::string& output_folder, double now) {
  FileSnapshot& file = this->file(n);
  file.tier = text_at(ended, "tier");
  file.folder = text_at(ended, "folder");
  file.outputs.clear();
  for (const Json& output : list_at(ended, "outputs"))
    if (const auto format = output_format_of(text_at(output, "format")))
      file.outputs.push_back({*format, output_folder + "/" + output_file_name(file.stem, *format),
                              integer_at(output, "bytes")});
  if (flag_at(ended, "pictures")) file.picture_folder = output_folder + "/images";
  const std::vector<PageSnapshot>& pages = progress_[static_cast<size_t>(n)].pages;
  const auto failed = std::find_if(pages.begin(), pages.end(), [](const PageSnapshot& page) {
    return page.state == PageState::kFailed;
  });
  if (failed != pages.end()) {
    file.error_code = failed->error_code;
    file.error_message = "page " + std::to_string(failed->page + 1) + ": " + failed->error_message;
  }
  end_file(n,
           file.pages_failed == 0                  ? JobState::kCompleted
           : file.pages_failed == file.pages_total ? JobState::kFailed
                                                   : JobState::kPartial,
           now);
}

void JobRecord::file_failed(int n, const Error& error, double now) {
  file(n).error_code = code_name(error.code);
  file(n).error_message = error.hint.empty() ? error.what : error.what + " (" + error.hint + ")";
  end_file(n, error.code == Code::kCancelled ? JobState::kCanceled : JobState::kFailed, now);
}

AfterLoss JobRecord::worker_lost(int n, double now) {
  Progress& progress = progress_[static_cast<size_t>(n)];
  const std::set<int> in_work = std::exchange(progress.in_work, {});
  for (const int page : in_work) {
    if (PageSnapshot* const found = find_page(n, page)) found->state = PageState::kWaiting;
    const bool again = ++progress.losses[page] > 1;
    if (again && in_work.size() == 1) progress.given_up.insert(page);
  }
  if (in_work.empty() && ++progress.losses_without_page >= kMostLossesWithoutPage) {
    file_failed(n, {Code::kInternal, "the process that reads it has ended each time", "", {}}, now);
    return AfterLoss::kFailed;
  }
  if (++progress.losses_in_all >= kMostLosses)
    for (const PageSnapshot& page : progress.pages)
      if (!has_ended(page)) progress.given_up.insert(page.page);
  file(n).state = JobState::kQueued;
  return AfterLoss::kAgain;
}

void JobRecord::cancel(double now) {
  if (is_final(job_.state)) return;
  for (size_t n = 0; n < job_.files.size(); ++n)
    if (!is_final(job_.files[n].state)) {
      job_.files[n].error_code = code_name(Code::kCancelled);
      job_.files[n].error_message = "stopped on request";
      job_.files[n].state = JobState::kCanceled;
    }
  job_.state = JobState::kCanceled;
  job_.finished = now;
  forget_steps();
  job_event();
}

void JobRecord::end_file(int n, JobState state, double now) {
  file(n).state = state;
  Progress& progress = progress_[static_cast<size_t>(n)];
  file(n).seconds += std::chrono::duration<double>(Clock::now() - progress.begun).count();
  progress.in_work.clear();
  ++version_;
  settle(now);
}

void JobRecord::settle(double now) {
  size_t completed = 0, failed = 0;
  for (const FileSnapshot& file : job_.files) {
    if (!is_final(file.state)) return;
    completed += file.state == JobState::kCompleted ? 1 : 0;
    failed += file.state == JobState::kFailed ? 1 : 0;
  }
  const size_t all = job_.files.size();
  job_.state = completed == all ? JobState::kCompleted
               : failed == all  ? JobState::kFailed
                                : JobState::kPartial;
  job_.finished = now;
  forget_steps();
  job_event();
}

void JobRecord::add_event(JobEvent::Kind kind, Json json) {
  events_.push_back({next_sequence_++, kind, write_json(json)});
}

void JobRecord::page_event(int n, const PageSnapshot& page) {
  Json json = {{"file", n}};
  json.update(page_json(page));
  add_event(JobEvent::Kind::kPage, std::move(json));
}

void JobRecord::progress_event() {
  const JobSnapshot now = snapshot(false);
  Json json = {{"completed", now.pages_done},
               {"failed", now.pages_failed},
               {"total", now.pages_total},
               {"eta_seconds", nullptr}};
  if (now.eta_seconds) json["eta_seconds"] = *now.eta_seconds;
  add_event(JobEvent::Kind::kProgress, std::move(json));
}

// Of a finished job only what came of each page is worth keeping.
void JobRecord::forget_steps() {
  std::erase_if(events_, [](const JobEvent& event) {
    return event.kind == JobEvent::Kind::kProgress ||
           event.json.find("\"status\":\"started\"") != std::string::npos;
  });
}

void JobRecord::job_event() {
  ++version_;
  add_event(JobEvent::Kind::kJob, {{"job_id", job_.id}, {"status", job_state_name(job_.state)}});
}

}  // namespace octavo::service
