// A fixed set of worker threads, shared by everything in one Parser or Model.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace octavo {

// Thread-safe. Bodies must not throw. With no threads, parallel_for runs on the caller alone.
//
// A language model calls parallel_for some hundred times for every token, with pauses of a few
// microseconds. Waking a thread takes longer than that, so threads look around for work for a
// moment before they sleep; and for a moment only, because a core may be shared with other
// processes, or with the very thread that is waited for.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }

  // Calls body(0) .. body(count - 1), some at the same time, and returns when all are done. The
  // calling thread takes part, so a body may call this without deadlock. Takes no memory.
  void parallel_for(size_t count, const std::function<void(size_t)>& body);

 private:
  struct Loop;

  void work();
  Loop* find_loop();      // the oldest that has work left; with mutex_ held
  void join(Loop* loop);  // behind all others; with mutex_ held
  void leave(const Loop* loop);
  static void run(Loop& loop);

  std::mutex mutex_;
  std::condition_variable wake_, finished_;
  Loop* first_ = nullptr;           // those that are going on, oldest first
  std::atomic<uint32_t> news_{0};   // grows when there is something to look at
  int sleeping_ = 0, waiting_ = 0;  // workers in wake_, callers in finished_
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace octavo
