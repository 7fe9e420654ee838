// When to stop: a point in time, a caller's flag, or both. Checked between steps of long work.
#pragma once

#include <chrono>
#include <string>

#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo {

// Cheap to copy. The flag is not owned and must outlive the object. Thread-safe (const).
class Deadline {
 public:
  Deadline() = default;
  Deadline(std::chrono::milliseconds budget, const CancelFlag* cancel)
      : end_(std::chrono::steady_clock::now() + budget), budget_(budget), cancel_(cancel) {}

  bool expired() const { return std::chrono::steady_clock::now() >= end_; }
  bool cancelled() const { return cancel_ != nullptr && cancel_->is_set(); }

  // success(), or kCancelled, or kPageTimeout.
  Status check() const {
    if (cancelled()) return Error{Code::kCancelled, "stopped on request", "", {}};
    if (expired())
      return Error{Code::kPageTimeout,
                   "the page took more than " + std::to_string(budget_.count() / 1000) + " s",
                   "raise --page-timeout",
                   {}};
    return success();
  }

 private:
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::time_point::max();
  std::chrono::milliseconds budget_{0};
  const CancelFlag* cancel_ = nullptr;
};

}  // namespace octavo
