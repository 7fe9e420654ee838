#include "engine/model/float_products.h"

#include <gtest/gtest.h>

#include "engine/kernels/peak/peak.h"

namespace octavo::engine {
namespace {

constexpr ArchMask kBoth = kArchAvx2 | kArchAvx512F | kArchAvx512Bf16;

ProductsChoice choose(Precision precision, bool bf16_weights, ArchMask arch, double gain) {
  return choose_products(precision, bf16_weights, arch, [=] { return gain; });
}

TEST(FloatProducts, WhatIsAskedForIsDone) {
  for (const double gain : {0.5, 2.0})
    for (const ArchMask arch : {ArchMask{kArchScalar}, kBoth}) {
      const ProductsChoice f32 = choose(Precision::kF32, true, arch, gain);
      EXPECT_EQ(f32.products, FloatProducts::kF32);
      EXPECT_EQ(f32.text, "f32 (exact, from the files' own weights)");
      EXPECT_EQ(choose(Precision::kBf16, false, arch, gain).products, FloatProducts::kBf16);
    }
  EXPECT_EQ(choose(Precision::kBf16, true, kBoth, 0.5).text, "bf16 (as asked, summed up in f32)");
  EXPECT_EQ(choose(Precision::kBf16, true, kArchAvx2, 0).text,
            "bf16 (as asked, summed up in f32; slow without the processor's own instructions)");
}

TEST(FloatProducts, LeftAloneItIsBf16OnlyWhereThatGains) {
  const auto automatic = [](bool bf16_weights, ArchMask arch, double gain) {
    return choose(Precision::kAuto, bf16_weights, arch, gain);
  };
  EXPECT_EQ(automatic(true, kBoth, 2).products, FloatProducts::kBf16);
  EXPECT_EQ(automatic(true, kBoth, 2).text.substr(0, 6), "bf16 (");
  for (const double gain : {0.5, 1.0, 1.25}) {
    EXPECT_EQ(automatic(true, kBoth, gain).products, FloatProducts::kF32);
    EXPECT_NE(automatic(true, kBoth, gain).text.find("gain nothing here"), std::string::npos);
  }
  EXPECT_EQ(automatic(false, kBoth, 2).products, FloatProducts::kF32);
  EXPECT_EQ(automatic(true, kArchAvx2, 2).products, FloatProducts::kF32);
}

TEST(FloatProducts, AttentionIsInBf16OnlyWhereThatGains) {
  const auto choice = [](ArchMask arch, double gain) {
    return choose_attention(arch, [=] { return gain; });
  };
  EXPECT_EQ(choice(kBoth, 2), FloatProducts::kBf16);
  EXPECT_EQ(choice(kBoth, 1.25), FloatProducts::kF32);
  EXPECT_EQ(choice(kArchAvx2, 2), FloatProducts::kF32);
  EXPECT_EQ(attention_text(FloatProducts::kF32), "");
  EXPECT_NE(attention_text(FloatProducts::kBf16).find("bf16"), std::string::npos);
}

TEST(FloatProducts, TheGainIsKnownWhereThereAreInstructions) {
  EXPECT_EQ(measure_bf16_gain(kArchScalar), 0);
  EXPECT_EQ(measure_bf16_gain(kArchAvx2), 0);
  if ((detect_arch() & kArchAvx512Bf16) == 0) return;
  const double gain = measure_bf16_gain(detect_arch());
  EXPECT_GT(gain, 0.2);
  EXPECT_LT(gain, 5);
}

}  // namespace
}  // namespace octavo::engine
