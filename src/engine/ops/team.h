// The lanes of one forward pass, in step. All run the same code; what that code gives to for_items
// (work.h) is shared among them, and none goes on before all of it is done. So a pass wakes its
// threads once, and not for each of its hundred ops.
//
// Items of an op are cut into one run of neighbours for each lane, because neighbours lie next to
// each other in memory; a lane that is through with its own takes from the end of others' runs. A
// lane that comes late, or never, is not waited for: the others do its part, and it catches up.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/thread_pool.h"

namespace octavo::engine {

class TeamLane;

// One pass at a time.
class Team {
 public:
  // Most items of one op.
  static constexpr int64_t kMostItems = (int64_t{1} << 20) - 1;

  // Of at most so many lanes.
  explicit Team(int lanes);
  // Calls body once for each lane, the caller's and those of the pool's threads, and returns when
  // all are done. Bodies must make the same calls of TeamLane::work. Takes no memory.
  void run(ThreadPool& pool, const std::function<void(TeamLane&)>& body);

 private:
  friend class TeamLane;
  struct alignas(64) Share {
    std::atomic<uint64_t> word{0};
  };

  int most_, lanes_;  // lanes of this pass
  std::unique_ptr<Share[]> shares_;
  alignas(64) std::atomic<int32_t> done_{0};  // items of this pass
};

// What one lane knows. Made by Team::run, used by its own thread alone.
class TeamLane {
 public:
  TeamLane(Team& team, int number) : team_(team), number_(number) {}
  int number() const { return number_; }
  int lanes() const { return team_.lanes_; }
  // The first of this lane's own items.
  int64_t first_of(int64_t items) const { return items * number_ / team_.lanes_; }

  // Calls body(lane, item) for items nobody else has, until all of [0, items) are done.
  template <class Body>
  void work(int64_t items, const Body& body) {
    if (!enter(items)) return;
    int32_t count = 0;
    for (int64_t item; (item = take()) >= 0; ++count) body(number_, item);
    finish(count);
  }

  // What this lane reads first in the op behind the next one: brought near while it waits there.
  // Of long stretches a begin.
  void expect(const void* data, int64_t bytes);

 private:
  bool enter(int64_t items);  // false: it is over
  int64_t take();             // -1: nothing is left
  int64_t take_from(int lane, bool own);
  void finish(int32_t count);
  void wait();

  Team& team_;
  int number_;
  uint64_t stage_ = 0;  // ops so far
  int64_t items_ = 0;   // of this one
  int32_t due_ = 0;     // items of all ops so far
  const char *near_ = nullptr, *near_end_ = nullptr;
};

}  // namespace octavo::engine
