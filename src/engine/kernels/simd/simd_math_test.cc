#include "engine/kernels/simd/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/kernels/simd/scalar.h"

namespace octavo::engine {
namespace {

// Distance in units in the last place of the right value.
double ulps(float got, double right) {
  const float rounded = std::abs(static_cast<float>(right));
  const double unit = std::nextafter(rounded, std::numeric_limits<float>::infinity()) - rounded;
  return std::abs(got - right) / unit;
}

TEST(SimdMath, ExpIsWithinTwoUnits) {
  double worst = 0;
  for (int i = -8733; i <= 8800; ++i) {
    const float x = static_cast<float>(i) * 0.01f + 0.0003f;
    if (x > 88) break;
    worst = std::max(worst, ulps(exp<Scalar>(x), std::exp(static_cast<double>(x))));
  }
  EXPECT_LT(worst, 2.0);
  EXPECT_EQ(exp<Scalar>(0.0f), 1.0f);
  EXPECT_EQ(exp<Scalar>(-0.0f), 1.0f);
}

TEST(SimdMath, ExpAtTheEnds) {
  EXPECT_EQ(exp<Scalar>(-87.4f), 0.0f);
  EXPECT_EQ(exp<Scalar>(-1e30f), 0.0f);
  EXPECT_EQ(exp<Scalar>(-INFINITY), 0.0f);
  EXPECT_EQ(exp<Scalar>(INFINITY), exp<Scalar>(88.0f));
  EXPECT_TRUE(std::isfinite(exp<Scalar>(1e30f)));
  EXPECT_TRUE(std::isnan(exp<Scalar>(NAN)));
}

TEST(SimdMath, ErfIsWithinTwoTenMillionths) {
  double worst = 0;
  for (int i = -60000; i <= 60000; ++i) {
    const float x = static_cast<float>(i) * 1e-4f;
    worst = std::max(worst, std::abs(erf<Scalar>(x) - std::erf(static_cast<double>(x))));
  }
  EXPECT_LT(worst, 2e-7);
  EXPECT_EQ(erf<Scalar>(5.0f), 1.0f);
  EXPECT_EQ(erf<Scalar>(-INFINITY), -1.0f);
  EXPECT_TRUE(std::isnan(erf<Scalar>(NAN)));
}

TEST(SimdMath, SigmoidAtTheEnds) {
  EXPECT_EQ(sigmoid<Scalar>(0.0f), 0.5f);
  EXPECT_EQ(sigmoid<Scalar>(100.0f), 1.0f);
  EXPECT_LT(sigmoid<Scalar>(-100.0f), 1e-37f);
  EXPECT_TRUE(std::isnan(sigmoid<Scalar>(NAN)));
}

}  // namespace
}  // namespace octavo::engine
