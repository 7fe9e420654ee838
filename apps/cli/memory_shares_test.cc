#include "memory_shares.h"

#include <gtest/gtest.h>

namespace octavo::cli {
namespace {

constexpr int64_t kMega = 1 << 20;

MemoryShares shares(int64_t total, int workers, bool engine, int64_t model_bytes = 0) {
  const auto shared = share_memory(total, workers, engine, model_bytes);
  const auto* shares = std::get_if<MemoryShares>(&shared);
  EXPECT_NE(shares, nullptr) << total / kMega;
  return shares == nullptr ? MemoryShares{} : *shares;
}

UsageError refusal(int64_t total, int workers, bool engine, int64_t model_bytes = 0) {
  const auto shared = share_memory(total, workers, engine, model_bytes);
  const auto* error = std::get_if<UsageError>(&shared);
  EXPECT_NE(error, nullptr) << total / kMega;
  return error == nullptr ? UsageError{} : *error;
}

TEST(MemoryShares, FourGigabytesAreEnoughForOneOfEach) {
  const MemoryShares each = shares(4096 * kMega, 1, true);
  EXPECT_EQ(each.front, 256 * kMega);
  EXPECT_EQ(each.worker, 1280 * kMega);  // a reader, one that draws, an engine
  EXPECT_EQ(shares(4096 * kMega, 1, false).worker, 1920 * kMega);
}

TEST(MemoryShares, TogetherTheyAreNotMoreThanThereIs) {
  for (const int workers : {1, 3, 10}) {
    const int64_t total = 64 * 1024 * kMega;
    const MemoryShares each = shares(total, workers, true);
    EXPECT_LE(each.front + each.worker * (workers + 2), total);
    EXPECT_EQ(each.front, 768 * kMega);
  }
}

TEST(MemoryShares, AShareThatIsTooSmallIsRefusedWithWhatWouldDo) {
  const UsageError error = refusal(4096 * kMega, 4, false);
  EXPECT_EQ(error.parameter, "--memory");
  EXPECT_EQ(error.what, "--memory 4096M leaves 768M to each of 5 processes, and each needs 1280M");
  EXPECT_EQ(error.hint, "give --memory 6828M, or fewer --workers");
  shares(6828 * kMega, 4, false);
  refusal(256 * kMega, 1, false);
  refusal(0, 1, false);
}

TEST(MemoryShares, AModelOfTheWorkersCountsWithThem) {
  shares(4096 * kMega, 1, false, 512 * kMega);
  refusal(4096 * kMega, 1, true, 512 * kMega);
}

}  // namespace
}  // namespace octavo::cli
