#include "base/thread_pool.h"

#include "base/check.h"
#include "base/look_around.h"

namespace octavo {

// Lives on the stack of its caller, who stays until no worker is inside.
struct ThreadPool::Loop {
  const std::function<void(size_t)>& body;
  size_t count;
  std::atomic<size_t> next{0};
  std::atomic<size_t> inside{0};  // workers; changes with mutex_ held
  Loop* following = nullptr;
};

ThreadPool::ThreadPool(int threads) {
  OCTAVO_CHECK(threads >= 0);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    ++news_;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void ThreadPool::run(Loop& loop) {
  for (size_t i; (i = loop.next.fetch_add(1, std::memory_order_relaxed)) < loop.count;)
    loop.body(i);
}

ThreadPool::Loop* ThreadPool::find_loop() {
  for (Loop* loop = first_; loop != nullptr; loop = loop->following)
    // The caller has one index itself.
    if (loop->next.load(std::memory_order_relaxed) < loop->count && loop->inside + 1 < loop->count)
      return loop;
  return nullptr;
}

void ThreadPool::join(Loop* loop) {
  Loop** end = &first_;
  while (*end != nullptr) end = &(*end)->following;
  *end = loop;
}

void ThreadPool::leave(const Loop* loop) {
  Loop** at = &first_;
  while (*at != loop) at = &(*at)->following;
  *at = loop->following;
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (Loop* loop = find_loop()) {
      ++loop->inside;
      lock.unlock();
      run(*loop);
      lock.lock();
      // From here on the caller may be gone, and the loop with it.
      if (--loop->inside == 0 && waiting_ > 0) finished_.notify_all();
      continue;
    }
    if (stopping_) return;
    const uint32_t seen = news_;
    lock.unlock();
    const bool news = look_around([&] { return news_.load(std::memory_order_relaxed) != seen; });
    lock.lock();
    if (news || news_ != seen) continue;
    ++sleeping_;
    wake_.wait(lock, [&] { return news_ != seen; });
    --sleeping_;
  }
}

void ThreadPool::parallel_for(size_t count, const std::function<void(size_t)>& body) {
  Loop loop{body, count};
  if (count <= 1 || threads_.empty()) return run(loop);
  {
    const std::lock_guard lock(mutex_);
    join(&loop);
    ++news_;
    const auto helpers = static_cast<int>(std::min(count - 1, threads_.size()));
    for (int i = 0; i < std::min(helpers, sleeping_); ++i) wake_.notify_one();
  }
  run(loop);
  {
    const std::lock_guard lock(mutex_);
    leave(&loop);
  }
  if (look_around([&] { return loop.inside.load(std::memory_order_acquire) == 0; })) return;
  std::unique_lock lock(mutex_);
  ++waiting_;
  finished_.wait(lock, [&] { return loop.inside == 0; });
  --waiting_;
}

}  // namespace octavo
