// A fixed set of worker threads, shared by everything in one Parser.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace octavo {

// Thread-safe. Jobs must not throw. The destructor finishes queued jobs first. With no threads,
// parallel_for runs on the caller alone and submit() must not be used.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }
  void submit(std::function<void()> job);

  // Calls body(0) .. body(count - 1), some at the same time, and returns when all are done. The
  // calling thread takes part, so a job may call this from inside the pool without deadlock.
  void parallel_for(size_t count, const std::function<void(size_t)>& body);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace octavo
