// Mapped files read from large pages: stretches of a mapping change places with copies of
// themselves in memory that has large pages, at the addresses they have. Who reads them, then or
// later, reads the same bytes, only faster (tensor/large_memory.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/thread_pool.h"

namespace octavo::engine {

// Does not own the mapping, which must outlive it. Thread-safe, apart from add().
class LargePages {
 public:
  // Bytes of a private, read-only mapping. What is less than a large page stays as it is.
  void add(const uint8_t* data, int64_t bytes);
  // Moves some megabytes more. Free memory in small pieces has to be put together to large pages
  // first, which can take ten times as long as the copy; so it is done bit by bit. False when
  // nothing is left, or there is no more memory for it; true at once while another thread is at it.
  bool move_some(ThreadPool& pool);

  bool is_done() const { return done_.load(std::memory_order_relaxed); }
  int64_t wanted_bytes() const { return wanted_; }
  int64_t moved_bytes() const { return moved_.load(std::memory_order_relaxed); }

 private:
  struct Stretch {
    uint8_t* data;
    int64_t bytes;
  };
  std::vector<Stretch> left_;  // the first ones last
  std::mutex moving_;
  std::atomic<bool> done_{true};
  int64_t wanted_ = 0;
  std::atomic<int64_t> moved_{0};
};

}  // namespace octavo::engine
