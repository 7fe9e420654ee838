#include "engine/ops/team.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/look_around.h"

namespace octavo::engine {
namespace {

// The run of one lane in one word: the op's number, and the first and last item (exclusive) that
// are left. Whoever comes to an op first writes its number; the word of an op that is over cannot
// be mistaken for that of the next.
constexpr int kItemBits = 20;
constexpr uint64_t kItemMask = (uint64_t{1} << kItemBits) - 1;
static_assert(Team::kMostItems == static_cast<int64_t>(kItemMask));

constexpr uint64_t pack(uint64_t stage, int64_t first, int64_t end) {
  return stage << (2 * kItemBits) | static_cast<uint64_t>(first) << kItemBits |
         static_cast<uint64_t>(end);
}
constexpr uint64_t stage_of(uint64_t word) { return word >> (2 * kItemBits); }
constexpr int64_t begin_of(uint64_t word) {
  return static_cast<int64_t>(word >> kItemBits & kItemMask);
}
constexpr int64_t end_of(uint64_t word) { return static_cast<int64_t>(word & kItemMask); }
constexpr uint64_t kMostStages = (uint64_t{1} << (64 - 2 * kItemBits)) - 1;

// Of each stretch that is brought near: some microseconds of one core's share of the memory, and
// two of them no more than a part of the smallest level 2 caches (256 KiB).
constexpr int64_t kNear = 64 * 1024;
constexpr int kLine = 64;

}  // namespace

Team::Team(int lanes)
    : most_(lanes), lanes_(lanes), shares_(std::make_unique<Share[]>(static_cast<size_t>(lanes))) {
  OCTAVO_CHECK(lanes > 0);
}

void Team::run(ThreadPool& pool, const std::function<void(TeamLane&)>& body) {
  lanes_ = std::min(most_, pool.size() + 1);
  for (int lane = 0; lane < lanes_; ++lane)
    shares_[static_cast<size_t>(lane)].word.store(0, std::memory_order_relaxed);
  done_.store(0, std::memory_order_relaxed);
  const auto work = [&](size_t number) {
    TeamLane lane(*this, static_cast<int>(number));
    body(lane);
  };
  pool.parallel_for(static_cast<size_t>(lanes_), std::ref(work));
}

void TeamLane::expect(const void* data, int64_t bytes) {
  near_ = static_cast<const char*>(data);
  near_end_ = near_ + std::min(bytes, kNear);
}

bool TeamLane::enter(int64_t items) {
  OCTAVO_CHECK(items <= Team::kMostItems && stage_ < kMostStages &&
               items < std::numeric_limits<int32_t>::max() - due_);
  ++stage_;
  items_ = items;
  due_ += static_cast<int32_t>(items);
  if (team_.done_.load(std::memory_order_acquire) < due_) return true;
  near_ = near_end_;
  return false;
}

int64_t TeamLane::take() {
  const int lanes = team_.lanes_;
  int64_t item = take_from(number_, true);
  for (int other = 1; item < 0 && other < lanes; ++other)
    item = take_from((number_ + other) % lanes, false);
  return item;
}

int64_t TeamLane::take_from(int lane, bool own) {
  std::atomic<uint64_t>& word = team_.shares_[static_cast<size_t>(lane)].word;
  uint64_t seen = word.load(std::memory_order_acquire);
  while (true) {
    if (stage_of(seen) > stage_) return -1;  // the op is over, and others are further on
    int64_t first = begin_of(seen), end = end_of(seen);
    if (stage_of(seen) < stage_) {
      first = items_ * lane / team_.lanes_;
      end = items_ * (lane + 1) / team_.lanes_;
    }
    if (first == end) return -1;
    const int64_t item = own ? first : end - 1;
    const uint64_t rest = own ? pack(stage_, first + 1, end) : pack(stage_, first, end - 1);
    if (word.compare_exchange_weak(seen, rest, std::memory_order_acq_rel,
                                   std::memory_order_acquire))
      return item;
  }
}

void TeamLane::finish(int32_t count) {
  std::atomic<int32_t>& done = team_.done_;
  if (count > 0 && done.fetch_add(count, std::memory_order_acq_rel) + count == due_)
    done.notify_all();
  else
    wait();
  near_ = near_end_;
}

void TeamLane::wait() {
  const std::atomic<int32_t>& done = team_.done_;
  const auto over = [&] { return done.load(std::memory_order_acquire) >= due_; };
  const auto bring_near = [this] {
    if (near_ >= near_end_) return pause_briefly();
    __builtin_prefetch(near_, 0, 2);
    near_ += kLine;
  };
  if (look_around(over, bring_near)) return;
  for (int32_t now; (now = done.load(std::memory_order_acquire)) < due_;) done.wait(now);
}

}  // namespace octavo::engine
