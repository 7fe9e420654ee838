#include "interrupt.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace octavo::python {
namespace {

namespace nb = nanobind;

// Far below the second that people are promised, and no load.
constexpr std::chrono::milliseconds kLook{50};

class Work {
 public:
  Work(CancelFlag& cancel, const std::function<void()>& work)
      : thread_([this, &cancel, &work] {
          std::exception_ptr failure;
          try {
            work();
          } catch (...) {
            failure = std::current_exception();
            cancel.set();
          }
          const std::lock_guard lock(mutex_);
          failure_ = failure;
          ended_ = true;
          // Under the lock: behind it this object may be gone.
          changed_.notify_all();
        }) {}
  ~Work() { thread_.join(); }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  bool wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return ended_; });
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_; });
  }
  std::exception_ptr take_failure() { return std::exchange(failure_, nullptr); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

// The exception that a signal handler raised, if one did.
bool signal_raised() { return PyErr_CheckSignals() != 0; }

}  // namespace

void run_interruptibly(CancelFlag& cancel, const std::function<void()>& work) {
  std::exception_ptr failure;
  bool interrupted = false;
  {
    const nb::gil_scoped_release released;
    Work running(cancel, work);
    while (!running.wait_for(kLook)) {
      const nb::gil_scoped_acquire held;
      if (!signal_raised()) continue;
      interrupted = true;
      cancel.set();
      break;
    }
    if (interrupted) {
      running.wait();
    } else {
      failure = running.take_failure();
    }
  }
  // The interpreter's error state is this thread's and has been kept.
  if (interrupted) throw nb::python_error();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace octavo::python
