// SIGINT and SIGTERM: the first asks the work to stop, and ends the process a moment later should
// it not; the second ends it at once.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "octavo/options.h"

namespace octavo::cli {

// Made before any other thread: it blocks the signals in this one, and so in all that follow, and
// waits for them in a thread of its own, where more than a signal handler's few calls are allowed.
class InterruptWatch {
 public:
  // `before_exit` runs in the watching thread when the work did not stop in time.
  explicit InterruptWatch(std::function<void()> before_exit);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  const CancelFlag& flag() const { return flag_; }
  bool interrupted() const { return flag_.is_set(); }
  // The work is over: from now on the watch ends nothing.
  void finish();

 private:
  void watch();

  CancelFlag flag_;
  std::function<void()> before_exit_;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace octavo::cli
