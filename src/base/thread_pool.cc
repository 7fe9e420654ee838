#include "base/thread_pool.h"

#include <atomic>
#include <memory>
#include <utility>

#include "base/check.h"

namespace octavo {

ThreadPool::ThreadPool(int threads) {
  OCTAVO_CHECK(threads >= 0);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void ThreadPool::submit(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    auto job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

void ThreadPool::parallel_for(size_t count, const std::function<void(size_t)>& body) {
  // Helpers may start after the caller has finished every index and left: they own the shared state
  // and touch `body` only while an index is theirs, which the caller waits for.
  struct Shared {
    std::atomic<size_t> next{0};
    std::atomic<size_t> done{0};
    std::mutex mutex;
    std::condition_variable finished;
  };
  const auto shared = std::make_shared<Shared>();
  const auto run = [shared, count, &body] {
    for (size_t i; (i = shared->next.fetch_add(1)) < count;) {
      body(i);
      if (shared->done.fetch_add(1) + 1 == count) {
        const std::lock_guard lock(shared->mutex);
        shared->finished.notify_all();
      }
    }
  };
  const size_t helpers = std::min(count > 0 ? count - 1 : 0, threads_.size());
  for (size_t i = 0; i < helpers; ++i) submit(run);
  run();
  std::unique_lock lock(shared->mutex);
  shared->finished.wait(lock, [&] { return shared->done.load() == count; });
}

}  // namespace octavo
