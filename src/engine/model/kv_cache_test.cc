#include "engine/model/kv_cache.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

constexpr LanguageConfig kConfig{.layers = 3, .kv_heads = 2, .head_dim = 20};
// Keys of 20 and values of 32 floats, for 2 heads and 3 layers.
constexpr int64_t kTokenBytes = (20 + 32) * 4 * 2 * 3;
constexpr int64_t kBlockBytes = 64 * kTokenBytes;

std::unique_ptr<KvPool> pool_of(int64_t bytes) {
  auto pool = KvPool::create(kConfig, bytes);
  EXPECT_TRUE(pool.ok());
  return std::move(pool).value();
}

TEST(KvCache, TheBudgetIsKept) {
  EXPECT_EQ(KvPool::bytes_per_token(kConfig), kTokenBytes);
  EXPECT_EQ(KvPool::bytes_per_token(kConfig, KvType::kF16), kTokenBytes / 2);
  // A byte each, two scales for a key of 20 and one for a value.
  EXPECT_EQ(KvPool::bytes_per_token(kConfig, KvType::kInt8), (20 + 32 + 3 * 4) * 2 * 3);
  EXPECT_EQ(pool_of(kBlockBytes)->capacity_tokens(), 64);
  EXPECT_EQ(pool_of(5 * kBlockBytes - 1)->capacity_tokens(), 4 * 64);
  for (const int64_t bytes : {int64_t(-5), int64_t(0), kBlockBytes - 1}) {
    const auto none = KvPool::create(kConfig, bytes);
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, Code::kLimitExceeded);
  }
}

TEST(KvCache, MemoryThatDoesNotExistIsAnError) {
  const auto pool = KvPool::create(kConfig, int64_t(1) << 60);
  ASSERT_FALSE(pool.ok());
  EXPECT_EQ(pool.error().code, Code::kLimitExceeded);
}

TEST(KvCache, ReservingTakesWholeBlocksOrNothing) {
  const auto pool = pool_of(4 * kBlockBytes);
  KvSequence a(*pool), b(*pool);
  ASSERT_TRUE(a.reserve(65).ok());
  EXPECT_EQ(pool->free_tokens(), 2 * 64);
  ASSERT_TRUE(a.reserve(128).ok());  // is there
  EXPECT_EQ(pool->free_tokens(), 2 * 64);
  a.advance(100);
  ASSERT_TRUE(a.reserve(28).ok());
  EXPECT_EQ(pool->free_tokens(), 2 * 64);
  ASSERT_FALSE(b.reserve(129).ok());
  EXPECT_EQ(pool->free_tokens(), 2 * 64);
  ASSERT_TRUE(b.reserve(128).ok());
  const Status full = a.reserve(29);
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().code, Code::kLimitExceeded);
  EXPECT_EQ(a.length(), 100);
}

TEST(KvCache, BlocksComeBack) {
  const auto pool = pool_of(4 * kBlockBytes);
  {
    KvSequence a(*pool);
    ASSERT_TRUE(a.reserve(256).ok());
    a.advance(200);
    a.truncate(129);
    EXPECT_EQ(pool->free_tokens(), 64);
    a.truncate(128);
    EXPECT_EQ(pool->free_tokens(), 128);
    KvSequence b(std::move(a));
    EXPECT_EQ(b.length(), 128);
    a = KvSequence(*pool);
    ASSERT_TRUE(a.reserve(1).ok());
    EXPECT_EQ(pool->free_tokens(), 64);
    a = std::move(b);
    EXPECT_EQ(pool->free_tokens(), 128);
    EXPECT_EQ(a.length(), 128);
  }
  EXPECT_EQ(pool->free_tokens(), 256);
}

// No two rows share memory, and each is where attention looks for it.
TEST(KvCache, EveryValueHasAPlaceOfItsOwn) {
  const auto pool = pool_of(4 * kBlockBytes);
  KvSequence a(*pool), b(*pool);
  ASSERT_TRUE(a.reserve(1).ok() && b.reserve(70).ok() && a.reserve(130).ok() == false);
  ASSERT_TRUE(a.reserve(100).ok());
  const auto value = [](int which, int64_t at, int layer, int head, int d) {
    return static_cast<float>((((which * 200 + at) * 3 + layer) * 2 + head) * 40 + d);
  };
  const auto each = [&](const auto& body) {
    for (int which = 0; which < 2; ++which)
      for (int64_t at = 0; at < (which == 0 ? 100 : 70); ++at)
        for (int layer = 0; layer < 3; ++layer)
          for (int head = 0; head < 2; ++head) body(which, which == 0 ? a : b, at, layer, head);
  };
  each([&](int which, KvSequence& kv, int64_t at, int layer, int head) {
    float key[20], values[20];
    for (int d = 0; d < 20; ++d) {
      key[d] = value(which, at, layer, head, d);
      values[d] = value(which, at, layer, head, 20 + d);
    }
    kv.store(at, layer, head, 20, key, values);
  });
  each([&](int which, KvSequence& kv, int64_t at, int layer, int head) {
    const KeyValueBlocks blocks = kv.blocks(layer, head);
    const int64_t block = blocks.block[at / 64], column = at % 64;
    for (int d = 0; d < 20; ++d) {
      ASSERT_EQ(static_cast<const float*>(blocks.keys)[block * blocks.key_stride + d * 64 + column],
                value(which, at, layer, head, d));
      ASSERT_EQ(
          static_cast<const float*>(blocks.values)[block * blocks.value_stride + column * 32 + d],
          value(which, at, layer, head, 20 + d));
    }
  });
}

// Writes tokens [from, to) of one layer and head with a value of their own.
void write(const KvSequence& sequence, int64_t from, int64_t to, float base) {
  for (int64_t i = from; i < to; ++i) {
    const std::vector<float> row(20, base + static_cast<float>(i));
    sequence.store(i, 1, 0, 20, row.data(), row.data());
  }
}
float key_at(const KvSequence& sequence, int64_t i) {
  const auto* keys =
      reinterpret_cast<const float*>(sequence.pool().keys(sequence.block_of(i), 1, 0));
  return keys[3 * 64 + i % 64];
}

TEST(KvCache, SequencesThatBeginAlikeShareWholeBlocks) {
  const auto pool = pool_of(8 * kBlockBytes);
  KvSequence first(*pool), second(*pool);
  ASSERT_TRUE(first.reserve(200).ok());
  write(first, 0, 150, 0);
  first.advance(150);
  KvSequence kept = first.keep(140);  // blocks 0, 1 and 2
  EXPECT_EQ(pool->free_tokens(), 4 * 64);
  ASSERT_TRUE(second.begin_as(kept, 135).ok());
  EXPECT_EQ(second.length(), 135);
  EXPECT_EQ(pool->free_tokens(), 3 * 64);  // the third block is a copy
  EXPECT_EQ(second.block_of(127), first.block_of(127));
  EXPECT_NE(second.block_of(128), first.block_of(128));
  // Both go on, each for itself, and what is kept stays as it was.
  write(second, 135, 150, 1000);
  write(first, 150, 160, 2000);
  second.advance(15);
  first.advance(10);
  for (int64_t i = 0; i < 150; ++i) {
    const float own = static_cast<float>(i);
    EXPECT_EQ(key_at(first, i), own);
    EXPECT_EQ(key_at(second, i), i < 135 ? own : 1000 + own);
    EXPECT_TRUE(i >= 140 || key_at(kept, i) == own);
  }
}

TEST(KvCache, SharedBlocksComeBackWithTheirLastHolder) {
  const auto pool = pool_of(4 * kBlockBytes);
  KvSequence kept(*pool);
  {
    KvSequence first(*pool);
    ASSERT_TRUE(first.reserve(128).ok());
    first.advance(128);
    kept = first.keep(128);
  }
  EXPECT_EQ(pool->free_tokens(), 2 * 64);
  KvSequence second(*pool);
  ASSERT_TRUE(second.begin_as(kept, 64).ok());
  EXPECT_EQ(pool->free_tokens(), 2 * 64);  // exactly one block: nothing to copy
  kept = KvSequence(*pool);
  EXPECT_EQ(pool->free_tokens(), 3 * 64);
  second.truncate(0);
  EXPECT_EQ(pool->free_tokens(), 4 * 64);
}

TEST(KvCache, BeginningWithoutRoomLeavesNothing) {
  const auto pool = pool_of(2 * kBlockBytes);
  KvSequence first(*pool), second(*pool);
  ASSERT_TRUE(first.reserve(128).ok());
  first.advance(100);
  const KvSequence kept = first.keep(100);
  EXPECT_FALSE(second.begin_as(kept, 90).ok());
  EXPECT_EQ(second.length(), 0);
  EXPECT_EQ(second.reserved_tokens(), 0);
}

}  // namespace
}  // namespace octavo::engine
