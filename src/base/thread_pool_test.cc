#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace octavo {
namespace {

TEST(ThreadPool, ParallelForVisitsEachIndexOnce) {
  for (const int threads : {0, 1, 3}) {
    ThreadPool pool(threads);
    for (const size_t count : {0u, 1u, 2u, 7u, 1000u}) {
      std::vector<std::atomic<int>> visits(count);
      pool.parallel_for(count, [&](size_t i) { ++visits[i]; });
      for (const auto& v : visits) EXPECT_EQ(v.load(), 1);
    }
  }
}

TEST(ThreadPool, NestedParallelForDoesNotDeadlock) {
  ThreadPool pool(2);
  std::atomic<int> sum{0};
  pool.parallel_for(8, [&](size_t) { pool.parallel_for(8, [&](size_t) { ++sum; }); });
  EXPECT_EQ(sum.load(), 64);
}

TEST(ThreadPool, DestructorFinishesQueuedJobs) {
  std::atomic<int> done{0};
  {
    ThreadPool pool(1);
    for (int i = 0; i < 50; ++i) pool.submit([&] { ++done; });
  }
  EXPECT_EQ(done.load(), 50);
}

}  // namespace
}  // namespace octavo
