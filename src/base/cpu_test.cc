#include "base/cpu.h"

#include <gtest/gtest.h>

#include <sched.h>
#include <vector>

namespace octavo {
namespace {

TEST(Cpu, ParsesCgroupV2Quota) {
  EXPECT_DOUBLE_EQ(parse_cgroup_v2_quota("200000 100000"), 2);
  EXPECT_DOUBLE_EQ(parse_cgroup_v2_quota("150000 100000\n"), 1.5);
  EXPECT_DOUBLE_EQ(parse_cgroup_v2_quota("max 100000"), 0);
  EXPECT_DOUBLE_EQ(parse_cgroup_v2_quota(""), 0);
  EXPECT_DOUBLE_EQ(parse_cgroup_v2_quota("-1 100000"), 0);
  EXPECT_DOUBLE_EQ(parse_cgroup_v2_quota("100000 0"), 0);
}

TEST(Cpu, HonoursTheAffinityMask) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &before)) {
      CPU_SET(i, &one);
      break;
    }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usable_processors(), 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_GE(usable_processors(), 1);
}

TEST(Cpu, PeakMemoryIsKnown) { EXPECT_GT(memory_use().peak, 1 << 20); }

TEST(Cpu, TouchedMemoryIsAnonymous) {
  constexpr size_t kBytes = 64 << 20;
  const MemoryUse before = memory_use();
  const std::vector<char> touched(kBytes, 1);
  const MemoryUse after = memory_use();
  EXPECT_GT(after.anonymous - before.anonymous, int64_t{kBytes / 2});
  EXPECT_LT(after.mapped - before.mapped, int64_t{kBytes / 2});
  EXPECT_GE(after.peak, after.anonymous);
  EXPECT_EQ(touched.back(), 1);
}

}  // namespace
}  // namespace octavo
