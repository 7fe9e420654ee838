#include "engine/ops/work.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace octavo::engine {
namespace {

TEST(Work, EveryItemOnceAndALaneDoesOneAtATime) {
  const Kernels kernels = select_kernels(kArchScalar);
  for (const int threads : {0, 1, 3})
    for (const int lanes : {1, 2, 4, 6}) {
      ThreadPool pool(threads);
      LaneScratch scratch(lanes);
      const Compute compute{kernels, pool, scratch};
      for (const int64_t items : {0, 1, 2, 100}) {
        std::vector<std::atomic<int>> seen(static_cast<size_t>(items));
        std::array<std::atomic<int>, 6> busy{};
        std::atomic<bool> wrong{false};
        for_items(compute, items, [&](int lane, int64_t item) {
          if (lane >= lanes || busy.at(static_cast<size_t>(lane)).fetch_add(1) != 0) wrong = true;
          seen[static_cast<size_t>(item)].fetch_add(1);
          busy.at(static_cast<size_t>(lane)).fetch_sub(1);
        });
        EXPECT_FALSE(wrong);
        for (const auto& count : seen) EXPECT_EQ(count, 1);
      }
    }
}

TEST(Work, LanesHaveMemoryOfTheirOwn) {
  LaneScratch scratch(3);
  EXPECT_EQ(scratch.lanes(), 3);
  const auto need = static_cast<int64_t>(std::max(kMatmulScratch, kAttentionScratch));
  EXPECT_GE(scratch.of(1) - scratch.of(0), need);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(scratch.of(1)) % 64, 0u);
  EXPECT_GE(LaneScratch::bytes(3), 3 * need * 4);
}

TEST(Work, RowChunksCoverAllRows) {
  for (const int64_t rows : {0, 1, 31, 32, 33, 100}) {
    int64_t next = 0;
    for (int64_t item = 0; item < row_chunks(rows); ++item) {
      const RowChunk chunk = row_chunk(rows, item);
      EXPECT_EQ(chunk.first, next);
      EXPECT_GT(chunk.count, 0);
      next += chunk.count;
    }
    EXPECT_EQ(next, rows);
  }
}

}  // namespace
}  // namespace octavo::engine
