#include "interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <utility>

#include "run_result.h"

namespace octavo::cli {
namespace {

// What a page may still take to notice the flag, before the process ends all the same.
constexpr std::chrono::milliseconds kGrace{900};

sigset_t stopping_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR2);  // our own: wakes the watch when the work is over
  return set;
}

}  // namespace

InterruptWatch::InterruptWatch(std::function<void()> before_exit)
    : before_exit_(std::move(before_exit)) {
  const sigset_t set = stopping_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  // A reader that has gone shows as an error of write(), which we handle.
  std::signal(SIGPIPE, SIG_IGN);
  thread_ = std::thread([this] { watch(); });
}

InterruptWatch::~InterruptWatch() {
  finish();
  pthread_kill(thread_.native_handle(), SIGUSR2);
  thread_.join();
}

void InterruptWatch::finish() {
  const std::lock_guard lock(mutex_);
  done_ = true;
  finished_.notify_all();
}

void InterruptWatch::watch() {
  const sigset_t set = stopping_signals();
  int signal = 0;
  while (sigwait(&set, &signal) != 0 || signal != SIGUSR2) {
    if (signal != SIGINT && signal != SIGTERM) continue;
    flag_.set();
    std::unique_lock lock(mutex_);
    // A second signal is taken by this same thread, so it is looked for while waiting.
    const auto end = std::chrono::steady_clock::now() + kGrace;
    constexpr std::chrono::milliseconds kLook{20};
    while (!done_ && std::chrono::steady_clock::now() < end) {
      finished_.wait_for(lock, kLook);
      const timespec now{};
      const int next = done_ ? 0 : sigtimedwait(&set, nullptr, &now);
      if (next == SIGINT || next == SIGTERM) break;
    }
    if (done_) continue;
    if (before_exit_) before_exit_();
    ::_exit(kExitInterrupted);
  }
}

}  // namespace octavo::cli
