#include "engine/tensor/large_memory.h"

#include <gtest/gtest.h>

#include <limits>

namespace octavo::engine {
namespace {

TEST(LargeMemory, IsAlignedZeroAndWritable) {
  for (const int64_t bytes : {int64_t{1}, int64_t{4096}, (int64_t{2} << 20) + 1}) {
    const LargeMemory memory(bytes);
    ASSERT_NE(memory.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.data()) % (2 << 20), 0U);
    EXPECT_GE(memory.bytes(), bytes);
    EXPECT_EQ(memory.data()[0], 0);
    EXPECT_EQ(memory.data()[memory.bytes() - 1], 0);
    memory.data()[memory.bytes() - 1] = 7;
    EXPECT_EQ(memory.data()[memory.bytes() - 1], 7);
  }
}

TEST(LargeMemory, WhatCannotBeHadIsNotThere) {
  for (const int64_t bytes :
       {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::max(), int64_t{1} << 60})
    EXPECT_EQ(LargeMemory(bytes).data(), nullptr) << bytes;
}

TEST(LargeMemory, MovesWithItsContent) {
  LargeMemory first(100);
  first.data()[3] = 5;
  LargeMemory second(std::move(first));
  EXPECT_EQ(second.data()[3], 5);
  first = std::move(second);
  ASSERT_NE(first.data(), nullptr);
  EXPECT_EQ(first.data()[3], 5);
}

TEST(LargeMemory, TheSystemSaysWhatIsThere) {
  EXPECT_GT(available_memory(), 0);
  static_cast<void>(has_large_pages());
}

}  // namespace
}  // namespace octavo::engine
