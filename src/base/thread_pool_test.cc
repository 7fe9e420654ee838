#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
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

TEST(ThreadPool, ManyShortLoopsWithAndWithoutPauses) {
  ThreadPool pool(3);
  int64_t sum = 0;
  for (int round = 0; round < 3000; ++round) {
    std::atomic<int64_t> part{0};
    pool.parallel_for(1 + static_cast<size_t>(round % 9),
                      [&](size_t i) { part += static_cast<int64_t>(i) + 1; });
    sum += part;
    // Now and then long enough for all to fall asleep.
    if (round % 300 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  int64_t expected = 0;
  for (int64_t round = 0; round < 3000; ++round) expected += (1 + round % 9) * (2 + round % 9) / 2;
  EXPECT_EQ(sum, expected);
}

TEST(ThreadPool, SeveralCallersAtOnce) {
  ThreadPool pool(2);
  std::atomic<int> sum{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        pool.parallel_for(5, [&](size_t) { pool.parallel_for(3, [&](size_t) { ++sum; }); });
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum.load(), 4 * 200 * 15);
}

TEST(ThreadPool, WhatABodyWroteIsThere) {
  ThreadPool pool(3);
  std::vector<int> values(64);
  for (int round = 1; round <= 500; ++round) {
    pool.parallel_for(values.size(), [&](size_t i) { values[i] += round; });
    for (const int value : values) ASSERT_EQ(value, round * (round + 1) / 2);
  }
}

TEST(ThreadPool, ThreadsHelp) {
  // Two bodies that wait for each other: they must run at the same time.
  ThreadPool pool(1);
  std::atomic<int> here{0};
  pool.parallel_for(2, [&](size_t) {
    ++here;
    while (here < 2) std::this_thread::yield();
  });
  EXPECT_EQ(here.load(), 2);
}

TEST(ThreadPool, EndsWhileThreadsLookAroundAndWhileTheySleep) {
  for (int round = 0; round < 50; ++round) {
    ThreadPool pool(2);
    std::atomic<int> sum{0};
    pool.parallel_for(4, [&](size_t) { ++sum; });
    EXPECT_EQ(sum.load(), 4);
    if (round % 10 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace
}  // namespace octavo
