#include "engine/kernels/int8/int8.h"

#include <cmath>
#include <limits>

#include "engine/kernels/int8/pack.h"
#include "engine/kernels/int8/test_bytes.h"
#include "engine/kernels/test_data.h"

namespace octavo::engine {
namespace {

struct Quantized {
  std::vector<std::vector<int>> q;
  std::vector<float> scale;
  std::vector<int32_t> zero;
};

Quantized quantize(QuantizeFunction function, const std::vector<float>& x, int64_t rows,
                   int64_t depth, int64_t shift, const float* smooth = nullptr) {
  const int64_t padded = int8_padded_depth(depth), stride = padded + 5;
  Bytes<float> from(rows * depth, shift * int64_t{sizeof(float)});
  std::copy(x.begin(), x.end(), from.data());
  Bytes<uint8_t> q(rows * stride, shift);
  Bytes<float> scale(rows);
  Bytes<int32_t> zero(rows);
  function({.x = from.data(),
            .x_stride = depth,
            .rows = rows,
            .depth = depth,
            .smooth = smooth,
            .q = q.data(),
            .q_stride = stride,
            .scale = scale.data(),
            .zero = zero.data()});
  q.expect_untouched();
  scale.expect_untouched();
  zero.expect_untouched();
  Quantized out;
  for (int64_t i = 0; i < rows; ++i) {
    const uint8_t* row = q.data() + i * stride;
    out.q.emplace_back(row, row + padded);
    for (int64_t t = padded; t < stride; ++t) EXPECT_EQ(row[t], kGuardByte);
  }
  out.scale.assign(scale.data(), scale.data() + rows);
  out.zero.assign(zero.data(), zero.data() + rows);
  return out;
}

TEST(Int8, RowsBecomeTheBytesThatWereWorkedOutByHand) {
  for_each_variant(int8_variants(), [](const auto& variant) {
    // -1 to 4: steps of 5 / 255, zero at 51. 1.01 is 51.51 steps, -0.5 is -25.5, a tie.
    const Quantized mixed =
        quantize(variant.kernel.quantize, {-1, 4, 0, 1.01F, -0.49F, 2}, 1, 6, 0);
    EXPECT_EQ(mixed.q[0], (std::vector<int>{0, 255, 51, 103, 26, 153, 0, 0}));
    EXPECT_EQ(mixed.zero[0], 51);
    EXPECT_FLOAT_EQ(mixed.scale[0], 5.0F / 255);
    // 0 is always among the values.
    const Quantized positive = quantize(variant.kernel.quantize, {51, 255}, 1, 2, 0);
    EXPECT_EQ(positive.q[0], (std::vector<int>{51, 255, 0, 0}));
    EXPECT_EQ(positive.zero[0], 0);
    const Quantized negative = quantize(variant.kernel.quantize, {-51, -255}, 1, 2, 0);
    EXPECT_EQ(negative.q[0], (std::vector<int>{204, 0, 0, 0}));
    EXPECT_EQ(negative.zero[0], 255);
    const Quantized nothing = quantize(variant.kernel.quantize, {0, -0.0F, 1e-38F}, 1, 3, 0);
    EXPECT_EQ(nothing.q[0], (std::vector<int>{0, 0, 0, 0}));
    EXPECT_EQ(nothing.scale[0], 0);
    const float smooth[] = {2, 0.5F};
    const Quantized smoothed = quantize(variant.kernel.quantize, {25.5F, 510}, 1, 2, 0, smooth);
    EXPECT_EQ(smoothed.q[0], (std::vector<int>{51, 255, 0, 0}));
  });
}

TEST(Int8, EveryLengthAndPlaceGivesTheSameBytes) {
  const QuantizeFunction right = int8_variants().back().kernel.quantize;
  for_each_variant(int8_variants(), [&](const auto& variant) {
    for (int64_t depth = 1; depth < 70; ++depth)
      for (const int64_t shift : {0, 1, 7}) {
        std::vector<float> x = Numbers(static_cast<uint64_t>(depth)).many(size_t(3 * depth), 9);
        for (int64_t t = 0; t < depth; ++t) x[static_cast<size_t>(t)] *= 1e-3F;
        const std::vector<float> smooth = Numbers(7).many(static_cast<size_t>(depth));
        const float* const choice = depth % 2 == 0 ? smooth.data() : nullptr;
        const Quantized a = quantize(variant.kernel.quantize, x, 3, depth, shift, choice);
        const Quantized b = quantize(right, x, 3, depth, 0, choice);
        ASSERT_EQ(a.q, b.q) << depth;
        ASSERT_EQ(a.zero, b.zero);
        ASSERT_TRUE(same_bits(a.scale.data(), b.scale.data(), 3));
        if (choice != nullptr) continue;
        for (size_t i = 0; i < x.size(); ++i) {
          const size_t row = i / size_t(depth), t = i % size_t(depth);
          const double back = double(a.scale[row]) * (a.q[row][t] - a.zero[row]);
          ASSERT_NEAR(back, double(x[i]), 1.01 * double(a.scale[row]));
        }
      }
  });
}

TEST(Int8, WhatIsNoNumberIsNotLost) {
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(),
                       std::numeric_limits<float>::infinity(),
                       -std::numeric_limits<float>::infinity()};
  for_each_variant(int8_variants(), [&](const auto& variant) {
    for (const float value : bad)
      for (const int64_t at : {0, 17, 36}) {
        std::vector<float> x(2 * 37, 1.0F);
        x[static_cast<size_t>(at)] = value;
        const Quantized q = quantize(variant.kernel.quantize, x, 2, 37, 0);
        EXPECT_TRUE(std::isnan(q.scale[0]));
        EXPECT_EQ(q.scale[1], 1.0F / 255);
      }
  });
}

TEST(Int8, ColumnsArePackedWithScalesOfTheirOwn) {
  // Two columns of depth 5; the second is empty.
  const float weights[] = {0.5F, -1.27F, 1.0F, 0.004F, 0.006F, 0, 0, 0, 0, 0};
  Bytes<int8_t> panel(int8_panel_bytes(5));
  Bytes<float> scales(kInt8Panel);
  Bytes<int32_t> sums(kInt8Panel);
  pack_int8_panel({weights, 5, 2, 5}, panel.data(), scales.data(), sums.data());
  panel.expect_untouched();
  scales.expect_untouched();
  sums.expect_untouched();
  EXPECT_FLOAT_EQ(scales.data()[0], 0.01F);
  EXPECT_EQ(scales.data()[1], 0);
  EXPECT_EQ(sums.data()[0], 50 - 127 + 100 + 0 + 1);
  std::vector<int> right(static_cast<size_t>(int8_panel_bytes(5)), 0);
  // [depth / 4][32][4]
  right[0] = 50;
  right[1] = -127;
  right[2] = 100;
  right[3] = 0;
  right[128] = 1;
  EXPECT_EQ(std::vector<int>(panel.data(), panel.data() + int8_panel_bytes(5)), right);
}

// Bytes as they are in memory, and the product in whole numbers.
struct Product {
  int64_t rows, cols, depth;
  std::vector<int> a, w;  // [rows, depth], [cols, depth]
  int64_t sum(int64_t i, int64_t j, int zero) const {
    int64_t total = 0;
    for (int64_t t = 0; t < depth; ++t)
      total += int64_t{a[size_t(i * depth + t)] - zero} * w[size_t(j * depth + t)];
    return total;
  }
};

Product make_product(int64_t rows, int64_t cols, int64_t depth, uint64_t seed, bool extreme) {
  Product made{rows, cols, depth, {}, {}};
  Numbers numbers(seed);
  for (int64_t i = 0; i < rows * depth; ++i)
    made.a.push_back(extreme ? 255 : static_cast<int>(numbers.bits() % 256));
  for (int64_t j = 0; j < cols * depth; ++j)
    made.w.push_back(extreme ? (j / depth % 2 == 0 ? 127 : -127)
                             : static_cast<int>(numbers.bits() % 255) - 127);
  return made;
}

struct Call {
  const Product& product;
  int64_t shift = 0;
  float scale = 1;
  const float* bias = nullptr;
  ActivationFunction activation = nullptr;
  bool add = false;
  int64_t first = 0, cols = -1;  // a part of the columns, from a whole panel on
  int64_t first_row = 0, rows = -1;
};

constexpr float kBefore = 77;

std::vector<float> multiply(Int8Function function, const Call& call) {
  const Product& p = call.product;
  const int64_t cols = call.cols < 0 ? p.cols : call.cols;
  const int64_t rows = call.rows < 0 ? p.rows : call.rows;
  const int64_t padded = int8_padded_depth(p.depth), all = int8_padded_cols(p.cols);
  Bytes<int8_t> panels(all * padded);
  std::fill_n(panels.data(), all * padded, int8_t{0});
  std::vector<int32_t> sums(static_cast<size_t>(all), 0);
  for (int64_t j = 0; j < p.cols; ++j)
    for (int64_t t = 0; t < p.depth; ++t) {
      const int w = p.w[size_t(j * p.depth + t)];
      panels.data()[j / 32 * 32 * padded + (t / 4 * 32 + j % 32) * 4 + t % 4] = int8_t(w);
      sums[size_t(j)] += w;
    }
  std::vector<float> scales(size_t(all), call.scale), bias(size_t(all), 0);
  if (call.bias != nullptr) std::copy_n(call.bias, p.cols, bias.begin());
  const int64_t a_stride = padded + 3, c_stride = cols + 3;
  Bytes<uint8_t> a(rows * a_stride, call.shift);
  std::vector<float> a_scale;
  std::vector<int32_t> a_zero;
  for (int64_t i = 0; i < rows; ++i) {
    // Whatever is in the padding must not count.
    std::fill_n(a.data() + i * a_stride, a_stride, uint8_t{0xFF});
    for (int64_t t = 0; t < p.depth; ++t)
      a.data()[i * a_stride + t] = uint8_t(p.a[size_t((call.first_row + i) * p.depth + t)]);
    a_scale.push_back(1.0F / static_cast<float>(call.first_row + i + 1));
    a_zero.push_back(static_cast<int32_t>((call.first_row + i) * 37 % 256));
  }
  Bytes<float> c(rows * c_stride, call.shift * int64_t{sizeof(float)});
  std::fill_n(c.data(), rows * c_stride, kBefore);
  Bytes<uint8_t> scratch(kInt8Scratch);
  function({.a = a.data(),
            .a_stride = a_stride,
            .a_scale = a_scale.data(),
            .a_zero = a_zero.data(),
            .rows = rows,
            .panels = panels.data() + call.first * padded,
            .scales = scales.data() + call.first,
            .sums = sums.data() + call.first,
            .bias = call.bias == nullptr ? nullptr : bias.data() + call.first,
            .cols = cols,
            .depth = p.depth,
            .activation = call.activation,
            .c = c.data(),
            .c_stride = c_stride,
            .add = call.add,
            .scratch = scratch.data()});
  c.expect_untouched();
  scratch.expect_untouched();
  std::vector<float> out;
  for (int64_t i = 0; i < rows; ++i) {
    out.insert(out.end(), c.data() + i * c_stride, c.data() + i * c_stride + cols);
    for (int64_t j = cols; j < c_stride; ++j) EXPECT_EQ(c.data()[i * c_stride + j], kBefore);
  }
  return out;
}

// The whole formula, in the order the header says.
void expect_exact(const std::vector<float>& c, const Call& call, const std::string& what) {
  const Product& p = call.product;
  for (int64_t i = 0; i < p.rows; ++i)
    for (int64_t j = 0; j < p.cols; ++j) {
      const auto sum = static_cast<float>(p.sum(i, j, static_cast<int>(i * 37 % 256)));
      const float scale = 1.0F / static_cast<float>(i + 1) * call.scale;
      float right = sum * scale;
      if (call.bias != nullptr) right = right + call.bias[j];
      if (call.activation != nullptr) call.activation(&right, 1);
      if (call.add) right = kBefore + right;
      ASSERT_EQ(c[static_cast<size_t>(i * p.cols + j)], right) << what << i << " " << j;
    }
}

TEST(Int8, EveryVariantIsExact) {
  const int64_t all_cols[] = {1, 7, 31, 32, 33, 63, 64, 71};
  const int64_t all_depths[] = {1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 511, 512, 513, 1030};
  const ActivationFunction gelu = activation_variants().back().kernel.quick_gelu;
  for_each_variant(int8_variants(), [&](const auto& variant) {
    uint64_t turn = 0;
    for (const int64_t depth : all_depths)
      for (const int64_t rows : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 24, 25}) {
        const int64_t cols = all_cols[++turn % 8];
        const Product product = make_product(rows, cols, depth, turn, false);
        const std::vector<float> bias = Numbers(6).many(static_cast<size_t>(cols));
        const Call call{.product = product,
                        .shift = int64_t(turn % 5),
                        .scale = 0.01F,
                        .bias = turn % 2 == 0 ? bias.data() : nullptr,
                        .activation = turn % 3 == 0 ? gelu : nullptr,
                        .add = turn % 3 == 1};
        expect_exact(multiply(variant.kernel.multiply, call), call,
                     "depth " + std::to_string(depth) + " rows " + std::to_string(rows) + " cols " +
                         std::to_string(cols) + ": ");
        if (testing::Test::HasFatalFailure()) return;
      }
  });
}

// 255 x 127, 32,768 times: beyond 16 bits from the first pair on, and nearly 2^30 in the end.
TEST(Int8, NothingOverflows) {
  for_each_variant(int8_variants(), [](const auto& variant) {
    const Product product = make_product(7, 33, kInt8MostDepth, 1, true);
    const Call call{.product = product};
    expect_exact(multiply(variant.kernel.multiply, call), call, "");
  });
}

TEST(Int8, ARowDoesNotDependOnTheBatch) {
  const Product product = make_product(500, 70, 131, 3, false);
  for_each_variant(int8_variants(), [&](const auto& variant) {
    const std::vector<float> all = multiply(variant.kernel.multiply, {.product = product});
    for (const int64_t rows : {1, 2, 11, 13}) {
      const std::vector<float> part =
          multiply(variant.kernel.multiply, {.product = product, .first_row = 487, .rows = rows});
      EXPECT_TRUE(same_bits(part.data(), all.data() + 487 * 70, part.size())) << rows;
    }
    const std::vector<float> right = multiply(
        variant.kernel.multiply, {.product = product, .first = 32, .cols = 38, .rows = 20});
    for (size_t i = 0; i < 20; ++i)
      EXPECT_TRUE(same_bits(right.data() + i * 38, all.data() + i * 70 + 32, 38));
  });
}

}  // namespace
}  // namespace octavo::engine
