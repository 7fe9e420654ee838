#include "engine/session/step_costs.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

// 1, 1.5, 2, 2.5 with up to four rows; then 4, 5, 6 ...
constexpr ExpectedCost kExpected{4, 0.5, 4, 1};

void note(StepCosts& costs, int64_t rows, double seconds, int times = 3) {
  for (int i = 0; i < times; ++i) costs.note(rows, seconds);
}

TEST(StepCosts, AsExpectedWhenNothingIsKnown) {
  const StepCosts costs(kExpected);
  EXPECT_DOUBLE_EQ(costs.cost(1), 1);
  EXPECT_DOUBLE_EQ(costs.cost(4), 2.5);
  EXPECT_DOUBLE_EQ(costs.cost(5), 4);
  EXPECT_DOUBLE_EQ(costs.cost(7), 6);
}

TEST(StepCosts, OneDisturbedPassSaysNothing) {
  StepCosts costs(kExpected);
  note(costs, 1, 0.010);
  note(costs, 3, 0.5, 2);
  EXPECT_DOUBLE_EQ(costs.cost(3), 2);
  note(costs, 3, 0.013, 1);
  costs.note(3, 0.013);
  costs.note(3, 0.013);  // the last five: 0.5, 0.5 and thrice 0.013
  EXPECT_NEAR(costs.cost(3), 1.3, 1e-9);
}

TEST(StepCosts, MeasuredOnesCountAndNeighboursFollow) {
  StepCosts costs(kExpected);
  note(costs, 1, 0.010);
  note(costs, 3, 0.012);  // expected 2 times as much as one, is 1.2
  EXPECT_NEAR(costs.cost(3), 1.2, 1e-9);
  EXPECT_NEAR(costs.cost(2), 1.5 * 0.8, 1e-9);  // between rates 1 and 0.6
  EXPECT_NEAR(costs.cost(4), 2.5 * 0.6, 1e-9);  // as the nearest below
  EXPECT_NEAR(costs.cost(1000), kExpected.of(1000) * 0.6, 1e-6);
}

TEST(StepCosts, WithoutAPassOfOneRow) {
  StepCosts costs(kExpected);
  note(costs, 3, 0.020);
  note(costs, 4, 0.020);
  EXPECT_DOUBLE_EQ(costs.cost(1), 1);
  EXPECT_NEAR(costs.cost(3), 2, 1e-9);
  EXPECT_NEAR(costs.cost(4), 2, 1e-9);
}

TEST(StepCosts, NeverBelowOneAndOldTimesAreGivenUp) {
  StepCosts costs(kExpected);
  note(costs, 1, 0.010);
  note(costs, 2, 0.008);
  EXPECT_DOUBLE_EQ(costs.cost(2), 1);
  note(costs, 2, 0.030, 5);
  EXPECT_NEAR(costs.cost(2), 3, 1e-9);
}

TEST(StepCosts, WhatWasMeasuredLongAgoIsTriedAgain) {
  StepCosts costs(kExpected);
  note(costs, 1, 0.010);
  note(costs, 2, 0.050);  // the machine was busy
  EXPECT_NEAR(costs.cost(2), 5, 1e-9);
  note(costs, 1, 0.010, 300);
  EXPECT_NEAR(costs.cost(2), 1.5, 1e-9);
  note(costs, 2, 0.012);
  EXPECT_NEAR(costs.cost(2), 1.2, 1e-9);
}

TEST(StepCosts, WhatIsOutOfReachIsNotLookedAt) {
  StepCosts costs(kExpected);
  note(costs, 0, 1);
  note(costs, StepCosts::kMost + 1, 1);
  note(costs, 2, 0);
  EXPECT_DOUBLE_EQ(costs.cost(2), 1.5);
}

}  // namespace
}  // namespace octavo::engine
