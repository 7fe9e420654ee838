#include "engine/tensor/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace octavo::engine {
namespace {

uint32_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }

// IEEE 754 binary16 by its definition, in double.
double f16_by_definition(uint16_t bits) {
  const int exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

TEST(Half, EveryFiniteF16IsItsDefinition) {
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    if ((bits & 0x7C00) == 0x7C00) continue;
    const float value = float_from_f16(static_cast<uint16_t>(bits));
    ASSERT_EQ(static_cast<double>(value), f16_by_definition(static_cast<uint16_t>(bits))) << bits;
    ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
  }
}

TEST(Half, InfinityAndNanKeepTheirBits) {
  EXPECT_EQ(bits_of(float_from_f16(0x7C00)), 0x7F800000u);
  EXPECT_EQ(bits_of(float_from_f16(0xFC00)), 0xFF800000u);
  EXPECT_EQ(bits_of(float_from_f16(0x7E01)), 0x7FC02000u);
  EXPECT_EQ(bits_of(float_from_f16(0xFFFF)), 0xFFFFE000u);
  EXPECT_EQ(bits_of(float_from_bf16(0x7F80)), 0x7F800000u);
  EXPECT_EQ(bits_of(float_from_bf16(0xFFC1)), 0xFFC10000u);
  EXPECT_EQ(bits_of(float_from_bf16(0x0001)), 0x00010000u);  // a subnormal
}

TEST(Half, TheWayBackIsExactForEveryValue) {
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const bool f16_nan = (bits & 0x7FFF) > 0x7C00, bf16_nan = (bits & 0x7FFF) > 0x7F80;
    if (!f16_nan) {
      ASSERT_EQ(f16_from_float(float_from_f16(half)), half);
    } else {
      ASSERT_TRUE(std::isnan(float_from_f16(f16_from_float(float_from_f16(half)))));
    }
    if (!bf16_nan) {
      ASSERT_EQ(bf16_from_float(float_from_bf16(half)), half);
    } else {
      ASSERT_TRUE(std::isnan(float_from_bf16(bf16_from_float(float_from_bf16(half)))));
    }
  }
}

TEST(Half, RoundsToNearestEven) {
  EXPECT_EQ(f16_from_float(1.0f + 0x1p-11f), 0x3C00);      // half way, down to even
  EXPECT_EQ(f16_from_float(1.0f + 3 * 0x1p-11f), 0x3C02);  // half way, up to even
  EXPECT_EQ(f16_from_float(std::nextafter(1.0f + 0x1p-11f, 2.0f)), 0x3C01);
  EXPECT_EQ(f16_from_float(65519.996f), 0x7BFF);
  EXPECT_EQ(f16_from_float(65520.0f), 0x7C00);
  EXPECT_EQ(f16_from_float(std::numeric_limits<float>::max()), 0x7C00);
  EXPECT_EQ(f16_from_float(0x1p-25f), 0x0000);  // half of the least subnormal, to even
  EXPECT_EQ(f16_from_float(3 * 0x1p-25f), 0x0002);
  EXPECT_EQ(f16_from_float(-0x1p-24f), 0x8001);
  EXPECT_EQ(f16_from_float(0x1p-14f - 0x1p-26f), 0x0400);  // a subnormal rounds up to a normal
  EXPECT_EQ(bf16_from_float(1.0f + 0x1p-8f), 0x3F80);
  EXPECT_EQ(bf16_from_float(1.0f + 3 * 0x1p-8f), 0x3F82);
  EXPECT_EQ(bf16_from_float(std::numeric_limits<float>::max()), 0x7F80);
  // A NaN whose payload lies in the bits that go.
  EXPECT_TRUE(std::isnan(float_from_bf16(bf16_from_float(std::bit_cast<float>(0x7F800001u)))));
  EXPECT_TRUE(std::isnan(float_from_f16(f16_from_float(std::bit_cast<float>(0x7F800001u)))));
}

}  // namespace
}  // namespace octavo::engine
