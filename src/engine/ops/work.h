// How one op is spread over threads: it is cut into items that lanes (the caller and the threads of
// the pool) take one after the other; what is outside of items is done by every lane of a team, so
// it must not write to what lanes share. An item's result must not depend on the lane that works it
// off; then nothing depends on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>

#include "base/thread_pool.h"
#include "engine/kernels/kernels.h"
#include "engine/ops/team.h"
#include "engine/tensor/matrix.h"

namespace octavo::engine {

// Memory that kernels work in, a part for each lane. One forward pass at a time.
class LaneScratch {
 public:
  explicit LaneScratch(int lanes);
  // Enough lanes for every thread of the pool and the caller.
  static int lanes_of(const ThreadPool& pool) { return pool.size() + 1; }
  static int64_t bytes(int lanes);

  int lanes() const { return static_cast<int>(memory_.rows()); }
  float* of(int lane) { return memory_.row(lane); }  // 64-byte aligned

 private:
  Matrix<float> memory_;
};

// What every op needs besides its tensors. With fewer lanes than threads, threads stay idle.
struct Compute {
  const Kernels& kernels;
  ThreadPool& pool;
  LaneScratch& scratch;
  // Where the lanes of a team do the same calls, each with a Compute of its own: the one of this.
  TeamLane* lane = nullptr;
};

// Calls body(lane, item) for each item in [0, items), and returns when all are done.
template <class Body>
void for_items(const Compute& compute, int64_t items, const Body& body) {
  if (compute.lane != nullptr) return compute.lane->work(items, body);
  const int64_t lanes =
      std::min<int64_t>({items, compute.pool.size() + 1, compute.scratch.lanes()});
  if (lanes <= 1) {
    for (int64_t item = 0; item < items; ++item) body(0, item);
    return;
  }
  std::atomic<int64_t> next{0};
  const auto work = [&](size_t lane) {
    for (int64_t item; (item = next.fetch_add(1, std::memory_order_relaxed)) < items;)
      body(static_cast<int>(lane), item);
  };
  compute.pool.parallel_for(static_cast<size_t>(lanes), std::ref(work));
}

// Where part `number` of `parts` begins when `units` are spread over them as evenly as possible.
constexpr int64_t even_part(int64_t units, int64_t number, int64_t parts) {
  return units * number / parts;
}
// At least `parts`, such that each lane has as many of them: one more part than lanes can share
// evenly would keep all but one of them waiting.
constexpr int64_t parts_for_lanes(int64_t parts, int64_t lanes) {
  return parts < lanes ? parts : (parts + lanes - 1) / lanes * lanes;
}

// Rows in chunks for cheap work over rows: chunk `item` is [first, first + count).
struct RowChunk {
  int64_t first, count;
};
constexpr int64_t kRowChunk = 32;
constexpr int64_t row_chunks(int64_t rows) { return (rows + kRowChunk - 1) / kRowChunk; }
constexpr RowChunk row_chunk(int64_t rows, int64_t item) {
  const int64_t first = item * kRowChunk;
  return {first, std::min(kRowChunk, rows - first)};
}

}  // namespace octavo::engine
