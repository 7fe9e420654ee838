#include "interrupt.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace octavo::python {
namespace {

namespace nb = nanobind;

// Far below the second that people are promised, and no load.
constexpr std::chrono::milliseconds kLook{50};
// How long interrupted work may take to end by itself: mostly it does, between two steps.
constexpr std::chrono::milliseconds kPatience{500};

// Work that is running on threads of ours.
struct Running {
  std::mutex mutex;
  std::condition_variable changed;
  int count = 0;
  std::multiset<CancelFlag*> flags;  // of the calls that wait for it
  bool ending = false;               // the interpreter is
};
Running& running() {
  static auto* const all = new Running;  // threads may outlive the end of main
  return *all;
}

// While a call waits: the end of the interpreter cancels it, and waits until it has the GIL again.
// A thread that asks for the GIL when the interpreter has ended is taken down by Python in a way
// that C++ answers with std::terminate.
class Waiting {
 public:
  explicit Waiting(CancelFlag& cancel) {
    const std::lock_guard lock(running().mutex);
    if (running().ending) cancel.set();
    at_ = running().flags.insert(&cancel);
  }
  ~Waiting() {
    const std::lock_guard lock(running().mutex);
    running().flags.erase(at_);
    running().changed.notify_all();
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  std::multiset<CancelFlag*>::iterator at_;
};

// Shared by the thread that works and the one that waits.
struct Work {
  std::function<void()> run;
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;
  std::exception_ptr failure;
};

void be_done(Work& work, std::exception_ptr failure) {
  {
    const std::lock_guard lock(work.mutex);
    work.failure = std::move(failure);
    work.ended = true;
    work.changed.notify_all();
  }
  const std::lock_guard lock(running().mutex);
  --running().count;
  running().changed.notify_all();
}

void start(std::shared_ptr<Work> work) {
  {
    const std::lock_guard lock(running().mutex);
    ++running().count;
  }
  std::thread([work = std::move(work)] {
    std::exception_ptr failure;
    try {
      work->run();
    } catch (...) {
      failure = std::current_exception();
    }
    {
      const nb::gil_scoped_acquire held;
      work->run = nullptr;  // objects of Python among what it owns
    }
    be_done(*work, std::move(failure));
  }).detach();
}

bool wait_for(Work& work, std::chrono::milliseconds time) {
  std::unique_lock lock(work.mutex);
  return work.changed.wait_for(lock, time, [&] { return work.ended; });
}

}  // namespace

void run_interruptibly(CancelFlag& cancel, std::function<void()> run) {
  const auto work = std::make_shared<Work>();
  work->run = std::move(run);
  const Waiting waiting(cancel);
  bool interrupted = false;
  {
    const nb::gil_scoped_release released;
    start(work);
    while (!interrupted && !wait_for(*work, kLook)) {
      const nb::gil_scoped_acquire held;
      interrupted = PyErr_CheckSignals() != 0;
    }
    if (interrupted) {
      cancel.set();
      wait_for(*work, kPatience);
    }
  }
  // The interpreter's error state is this thread's and has been kept.
  if (interrupted) throw nb::python_error();
  if (work->failure) std::rethrow_exception(work->failure);
}

void wait_for_left_behind() {
  const nb::gil_scoped_release released;
  std::unique_lock lock(running().mutex);
  running().ending = true;
  for (CancelFlag* flag : running().flags) flag->set();
  running().changed.wait(lock, [] { return running().count == 0 && running().flags.empty(); });
}

}  // namespace octavo::python
