// Workers started, fed, watched, ended and started again: one thread.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "service/desk.h"
#include "service/service_options.h"
#include "service/service_status.h"
#include "service/tasks.h"
#include "service/worker_process.h"

namespace octavo::service {

// Workers of one kind.
struct WorkerGroup {
  Desk* desk = nullptr;  // not owned
  WorkerSetup setup;
  int count = 1;
  size_t tasks_at_once = 1;
  bool at_start = false;  // else with the first task
  // No word of a task for so long: it hangs. Zero: it may think as long as it likes.
  std::chrono::milliseconds patience{0};
  // A cancelled task ends by then, or its worker is ended. Zero: it ends when it does.
  std::chrono::milliseconds cancel_patience{0};
};

// The desks are called from its thread alone.
class Supervisor {
 public:
  Supervisor(std::vector<WorkerGroup> groups, std::vector<std::string> command,
             int64_t memory_bytes, std::function<void(const LogLine&)> log);
  ~Supervisor();  // ends all workers at once

  // There may be something to do. Thread-safe.
  void wake();
  // Thread-safe.
  std::vector<WorkerStatus> workers() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Slot;

  void run();
  void look_after(Slot& slot);
  void start(Slot& slot);
  void feed(Slot& slot);
  void cancel_tasks();
  void hear(Slot& slot);
  void take(Slot& slot, const Message& message);
  void check_times(Slot& slot);
  void bury(Slot& slot, const std::string& why, bool on_request);
  void wait();
  void publish();

  std::vector<WorkerGroup> groups_;
  const std::vector<std::string> command_;
  const int64_t memory_bytes_;
  const std::function<void(const LogLine&)> log_;
  Descriptor bell_;
  std::vector<std::unique_ptr<Slot>> slots_;  // of the thread
  std::atomic<bool> ending_{false};
  mutable std::mutex mutex_;
  std::vector<WorkerStatus> published_;
  std::thread thread_;
};

}  // namespace octavo::service
