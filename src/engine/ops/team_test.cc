#include "engine/ops/team.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>
#include <vector>

namespace octavo::engine {
namespace {

// Ops of all sizes, each of which needs what all lanes left in the one before.
TEST(Team, EveryItemOnceAndNoneBeforeTheLastOp) {
  for (const int threads : {0, 1, 3})
    for (const int lanes : {1, 2, 3, 6}) {
      ThreadPool pool(threads);
      Team team(lanes);
      for (int pass = 0; pass < 50; ++pass) {
        constexpr std::array<int64_t, 6> kItems{1, 100, 0, 7, 2, 33};
        std::array<std::array<std::atomic<int>, 100>, kItems.size()> seen{};
        std::atomic<int> wrong{0}, bodies{0};
        const auto body = [&](TeamLane& lane) {
          ++bodies;
          for (size_t op = 0; op < kItems.size(); ++op)
            lane.work(kItems[op], [&](int number, int64_t item) {
              if (number != lane.number()) ++wrong;
              ++seen[op][static_cast<size_t>(item)];
              for (size_t before = 0; before < op; ++before)
                for (int64_t i = 0; i < kItems[before]; ++i)
                  if (seen[before][static_cast<size_t>(i)] != 1) ++wrong;
            });
        };
        team.run(pool, std::ref(body));
        EXPECT_EQ(wrong, 0);
        EXPECT_EQ(bodies, std::min(lanes, threads + 1));
        for (size_t op = 0; op < kItems.size(); ++op)
          for (int64_t i = 0; i < 100; ++i)
            ASSERT_EQ(seen[op][static_cast<size_t>(i)], i < kItems[op] ? 1 : 0) << op << " " << i;
      }
    }
}

// Nobody waits for a thread that is busy with something else: the caller does all of it, and the
// lanes that come late find nothing to do.
TEST(Team, GoesOnWithoutThoseWhoDoNotCome) {
  ThreadPool pool(1);
  std::atomic<bool> busy{false}, let_go{false};
  std::thread other([&] {
    pool.parallel_for(2, [&](size_t) {
      busy = true;
      while (!let_go) std::this_thread::yield();
    });
  });
  while (!busy) std::this_thread::yield();
  Team team(2);
  int done = 0;
  const auto body = [&](TeamLane& lane) {
    for (int op = 0; op < 20; ++op) lane.work(5, [&](int, int64_t) { ++done; });
  };
  team.run(pool, std::ref(body));
  EXPECT_EQ(done, 100);
  let_go = true;
  other.join();
}

// Longer than anybody looks around.
TEST(Team, WaitsForAnItemThatTakesLong) {
  ThreadPool pool(2);
  Team team(3);
  std::atomic<int> done{0};
  std::atomic<bool> wrong{false};
  const std::vector<char> near(1000);
  const auto body = [&](TeamLane& lane) {
    for (int op = 0; op < 3; ++op) {
      for (int i = 0; i < 3; ++i) lane.expect(near.data(), 1000);
      lane.work(3, [&](int, int64_t item) {
        if (item == 1) std::this_thread::sleep_for(std::chrono::milliseconds(3));
        ++done;
      });
      wrong = wrong || done < 3 * (op + 1);
    }
  };
  team.run(pool, std::ref(body));
  EXPECT_FALSE(wrong);
  EXPECT_EQ(done, 9);
}

// A share of each lane, the rest of its neighbours' when it is through.
TEST(Team, ALaneBeginsWithItsOwnShare) {
  ThreadPool pool(1);
  Team team(2);
  const auto body = [&](TeamLane& lane) {
    EXPECT_EQ(lane.first_of(9), lane.number() == 0 ? 0 : 4);
    bool first = true;
    // Others take the end of it alone, and all of it before there is any to take of theirs.
    lane.work(9, [&](int, int64_t item) {
      if (first) {
        EXPECT_EQ(item, lane.first_of(9));
      }
      first = false;
    });
  };
  for (int i = 0; i < 100; ++i) team.run(pool, std::ref(body));
}

}  // namespace
}  // namespace octavo::engine
