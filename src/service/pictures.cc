#include "service/pictures.h"

#include <filesystem>
#include <utility>

#include "service/tasks.h"

namespace octavo::service {
namespace {

Error not_found() { return {Code::kFileNotFound, "there is no such page", "", {}}; }

}  // namespace

Pictures::Pictures(const JobStore& store, Jobs& jobs, const ServiceOptions& options,
                   std::function<void()> wake_supervisor)
    : store_(store), jobs_(jobs), options_(options), wake_supervisor_(std::move(wake_supervisor)) {}

Pictures::~Pictures() {
  for (const auto& [wanted, waiting] : asked_)
    for (const Done& done : waiting)
      done(Error{Code::kServerFailed, "the server stops", "try again later", {}});
}

void Pictures::ask(const std::string& id, int file, int page, Done done) {
  auto password = page < 0 ? std::nullopt : jobs_.password(id, file);
  if (!password) return done(not_found());
  std::string path = store_.picture(id, file, page);
  std::error_code failure;
  if (std::filesystem::exists(path, failure)) return done(std::move(path));
  bool taken = false;
  {
    const std::lock_guard lock(mutex_);
    const Wanted wanted{id, file, page};
    const bool is_new = !asked_.contains(wanted);
    if (!is_new || asked_.size() < static_cast<size_t>(options_.limits.max_waiting_pictures)) {
      taken = true;
      asked_[wanted].push_back(std::move(done));
      if (is_new) queue_.emplace_back(wanted, std::move(*password));
    }
  }
  if (!taken)
    return done(Error{Code::kServerFailed, "too many pictures are waiting", "try again later", {}});
  wake_supervisor_();
}

bool Pictures::is_idle() const {
  const std::lock_guard lock(mutex_);
  return running_.empty();
}

bool Pictures::has_work() const {
  const std::lock_guard lock(mutex_);
  return !queue_.empty();
}

std::optional<Dispatch> Pictures::next() {
  const std::lock_guard lock(mutex_);
  if (queue_.empty()) return std::nullopt;
  auto [wanted, password] = std::move(queue_.front());
  queue_.pop_front();
  const int64_t task = ++last_task_;
  running_[task] = wanted;
  return Dispatch{task,
                  to_message(DrawTask{.id = task,
                                      .input = store_.input(wanted.id, wanted.file),
                                      .output = store_.picture(wanted.id, wanted.file, wanted.page),
                                      .page = wanted.page,
                                      .side = options_.page_picture_side,
                                      .password = std::move(password)})};
}

bool Pictures::take(int64_t task, const std::string& what, const Json& json) {
  if (what != "ended" && what != "failed") return false;
  Wanted wanted;
  {
    const std::lock_guard lock(mutex_);
    const auto found = running_.find(task);
    if (found == running_.end()) return false;
    wanted = std::move(found->second);
    running_.erase(found);
  }
  if (what == "ended") {
    jobs_.grew(wanted.id);
    finish(wanted, store_.picture(wanted.id, wanted.file, wanted.page));
    return true;
  }
  Error error = error_of(json);
  finish(wanted, error.code == Code::kPageRangeInvalid ? not_found() : std::move(error));
  return true;
}

void Pictures::lost(const std::vector<int64_t>& tasks) {
  for (const int64_t task : tasks) {
    Json json = error_json({Code::kPageFailed, "the process that draws it ended", "", {}});
    take(task, "failed", json);
  }
}

void Pictures::finish(const Wanted& wanted, const Result<std::string>& result) {
  std::vector<Done> waiting;
  {
    const std::lock_guard lock(mutex_);
    const auto found = asked_.find(wanted);
    if (found == asked_.end()) return;
    waiting = std::move(found->second);
    asked_.erase(found);
  }
  for (const Done& done : waiting) done(result);
}

}  // namespace octavo::service
