#include "engine/sampling/random.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

// The first outputs for seed 0, computed apart with the definition of the paper (see also
// tools/reference/sampling_goldens.py).
TEST(Random, SameNumbersEverywhere) {
  Random random(0);
  EXPECT_EQ(random.next(), 11091344671253066420ULL);
  EXPECT_EQ(random.next(), 13793997310169335082ULL);
  EXPECT_EQ(random.next(), 1900383378846508768ULL);
}

TEST(Random, UniformStaysInside) {
  Random random(42);
  double sum = 0;
  constexpr int kDraws = 10000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    sum += value;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.02);
}

TEST(Random, SeedsDiffer) { EXPECT_NE(Random(1).next(), Random(2).next()); }

}  // namespace
}  // namespace octavo::engine
