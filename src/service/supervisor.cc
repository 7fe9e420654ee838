#include "service/supervisor.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/cpu.h"

namespace octavo::service {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{100}, kLongestPause{30'000};  // before it is started again
constexpr milliseconds kSilence{30'000};  // a worker says something every second
constexpr milliseconds kRound{200};       // how often times are looked at

}  // namespace

struct Supervisor::Slot {
  explicit Slot(WorkerGroup* of) : group(of) {}

  WorkerGroup* group;
  std::optional<WorkerProcess> process;
  bool ready = false;
  std::set<int64_t> tasks;
  std::map<int64_t, Clock::time_point> cancelled;
  Clock::time_point heard, progressed;
  Clock::time_point start_at;  // not before
  milliseconds pause = kFirstPause;
  int restarts = 0;
  bool started_before = false;
};

Supervisor::Supervisor(std::vector<WorkerGroup> groups, std::vector<std::string> command,
                       int64_t memory_bytes, std::function<void(const LogLine&)> log)
    : groups_(std::move(groups)),
      command_(std::move(command)),
      memory_bytes_(memory_bytes),
      log_(std::move(log)),
      bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  for (WorkerGroup& group : groups_)
    for (int i = 0; i < group.count; ++i) slots_.push_back(std::make_unique<Slot>(&group));
  publish();
  thread_ = std::thread([this] { run(); });
}

Supervisor::~Supervisor() {
  ending_ = true;
  wake();
  thread_.join();
}

void Supervisor::wake() {
  const uint64_t one = 1;
  // A bell that is full rings already.
  [[maybe_unused]] const ssize_t written = ::write(bell_.get(), &one, sizeof one);
}

std::vector<WorkerStatus> Supervisor::workers() const {
  std::vector<WorkerStatus> workers;
  {
    const std::lock_guard lock(mutex_);
    workers = published_;
  }
  for (WorkerStatus& worker : workers)
    if (worker.pid > 0) {
      const MemoryUse memory = memory_use_of(worker.pid);
      worker.resident_bytes = memory.anonymous + memory.mapped;
      worker.anonymous_bytes = memory.anonymous;
    }
  return workers;
}

void Supervisor::run() {
  while (!ending_) {
    cancel_tasks();
    for (const auto& slot : slots_) look_after(*slot);
    publish();
    wait();
  }
  slots_.clear();  // here: workers die with the thread that started them
}

void Supervisor::look_after(Slot& slot) {
  if (!slot.process) {
    const bool wanted = slot.group->at_start || slot.group->desk->has_work();
    if (wanted && Clock::now() >= slot.start_at) start(slot);
  }
  if (slot.process) hear(slot);
  if (slot.process) check_times(slot);
  if (slot.process && slot.ready) feed(slot);
}

void Supervisor::start(Slot& slot) {
  auto process = WorkerProcess::start(command_, memory_bytes_);
  slot.start_at = Clock::now() + slot.pause;
  slot.pause = std::min(2 * slot.pause, kLongestPause);
  if (!process.ok()) {
    log_({.severity = Severity::kError,
          .event = "worker_not_started",
          .job = "",
          .text = process.error().what});
    return;
  }
  slot.restarts += std::exchange(slot.started_before, true) ? 1 : 0;
  slot.process.emplace(std::move(process).value());
  slot.ready = false;
  slot.heard = slot.progressed = Clock::now();
  slot.process->send(to_message(slot.group->setup));
  log_({.severity = Severity::kInfo,
        .event = "worker_started",
        .job = "",
        .text = std::string(worker_kind_name(slot.group->setup.kind)) + " worker " +
                std::to_string(slot.process->pid())});
}

void Supervisor::feed(Slot& slot) {
  while (slot.tasks.size() < slot.group->tasks_at_once) {
    auto dispatch = slot.group->desk->next();
    if (!dispatch) return;
    slot.tasks.insert(dispatch->task);
    slot.progressed = Clock::now();
    slot.process->send(dispatch->message);
  }
}

void Supervisor::cancel_tasks() {
  for (WorkerGroup& group : groups_)
    for (const int64_t task : group.desk->take_cancelled())
      for (const auto& slot : slots_)
        if (slot->group == &group && slot->process && slot->tasks.contains(task)) {
          slot->process->send(cancel_message(task));
          slot->cancelled[task] = Clock::now();
        }
}

void Supervisor::hear(Slot& slot) {
  slot.process->send_more();
  std::vector<Message> messages;
  const bool open = slot.process->receive(messages);
  for (const Message& message : messages) take(slot, message);
  if (!open) bury(slot, slot.process->end(), false);
}

void Supervisor::take(Slot& slot, const Message& message) {
  const Json json = read_json(message.json);
  const std::string what = text_at(json, "is");
  slot.heard = Clock::now();
  if (what == "alive") return;
  slot.progressed = slot.heard;
  if (what == "ready") {
    slot.ready = true;
    return;
  }
  const int64_t task = integer_at(json, "task");
  if (task != 0 && !slot.tasks.contains(task)) return;
  const bool over = slot.group->desk->take(task, what, json);
  // It can do something. A document with many pages that kill is not to hold up what waits.
  if (over || what == "page" || what == "text") slot.pause = kFirstPause;
  if (!over) return;
  slot.tasks.erase(task);
  slot.cancelled.erase(task);
}

void Supervisor::check_times(Slot& slot) {
  const auto now = Clock::now();
  const WorkerGroup& group = *slot.group;
  const auto end = [&](const char* why, bool on_request) {
    slot.process->end();
    bury(slot, why, on_request);
  };
  if (now - slot.heard > kSilence) return end("says nothing", false);
  if (group.patience.count() > 0 && !slot.tasks.empty() && now - slot.progressed > group.patience)
    return end("does not come on", false);
  if (group.cancel_patience.count() > 0)
    for (const auto& [task, since] : slot.cancelled)
      if (now - since > group.cancel_patience) return end("did not stop on request", true);
}

void Supervisor::bury(Slot& slot, const std::string& why, bool on_request) {
  log_({.severity = on_request ? Severity::kInfo : Severity::kWarning,
        .event = "worker_died",
        .job = "",
        .text = std::string(worker_kind_name(slot.group->setup.kind)) + " worker: " + why});
  slot.process.reset();
  if (on_request) {
    slot.pause = kFirstPause;
    slot.start_at = Clock::now();
  } else {
    slot.start_at = std::max(slot.start_at, Clock::now() + kFirstPause);
  }
  const std::vector<int64_t> tasks(slot.tasks.begin(), slot.tasks.end());
  slot.tasks.clear();
  slot.cancelled.clear();
  slot.group->desk->lost(tasks);
}

void Supervisor::wait() {
  std::vector<pollfd> waiting{{bell_.get(), POLLIN, 0}};
  for (const auto& slot : slots_)
    if (slot->process) {
      const auto events = static_cast<short>(POLLIN | (slot->process->has_to_send() ? POLLOUT : 0));
      waiting.push_back({slot->process->descriptor(), events, 0});
    }
  ::poll(waiting.data(), waiting.size(), static_cast<int>(kRound.count()));
  uint64_t rings = 0;
  [[maybe_unused]] const ssize_t count = ::read(bell_.get(), &rings, sizeof rings);
}

void Supervisor::publish() {
  std::vector<WorkerStatus> workers;
  for (const auto& slot : slots_)
    workers.push_back({.kind = slot->group->setup.kind,
                       .pid = slot->process ? slot->process->pid() : 0,
                       .busy = !slot->tasks.empty(),
                       .restarts = slot->restarts});
  const std::lock_guard lock(mutex_);
  published_ = std::move(workers);
}

}  // namespace octavo::service
