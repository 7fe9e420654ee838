#include "engine/kernels/int4/int4.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/kernels/int4/pack.h"
#include "engine/kernels/int8/test_bytes.h"
#include "engine/kernels/test_data.h"

namespace octavo::engine {
namespace {

int64_t groups_of(int64_t depth) { return (depth + kInt4Group - 1) / kInt4Group; }

// Activations, and weights as codes, factors and offsets.
struct Product {
  int64_t rows, cols, depth;
  std::vector<int> a, codes;          // [rows, depth], [cols, depth]
  std::vector<int> factors, offsets;  // [cols, groups]
  int weight(int64_t j, int64_t t) const {
    const auto group = static_cast<size_t>(j * groups_of(depth) + t / kInt4Group);
    return codes[size_t(j * depth + t)] * factors[group] + offsets[group];
  }
  int64_t sum(int64_t i, int64_t j, int zero) const {
    int64_t total = 0;
    for (int64_t t = 0; t < depth; ++t)
      total += int64_t{a[size_t(i * depth + t)] - zero} * weight(j, t);
    return total;
  }
};

// `extreme`: everything as large as it can be.
Product make_product(int64_t rows, int64_t cols, int64_t depth, uint64_t seed, bool extreme) {
  Product made{rows, cols, depth, {}, {}, {}, {}};
  Numbers numbers(seed);
  const auto below = [&](int bound) { return static_cast<int>(numbers.bits() % uint64_t(bound)); };
  for (int64_t i = 0; i < rows * depth; ++i) made.a.push_back(extreme ? 255 : below(256));
  for (int64_t j = 0; j < cols * depth; ++j)
    made.codes.push_back(extreme ? (j / depth % 2 == 0 ? 15 : 0) : below(16));
  for (int64_t g = 0; g < cols * groups_of(depth); ++g) {
    made.factors.push_back(extreme ? 16 : 1 + below(16));
    const int room = 127 - 15 * made.factors.back() + 127;
    made.offsets.push_back(extreme ? (g / groups_of(depth) % 2 == 0 ? -113 : -127)
                                   : below(room + 1) - 127);
  }
  return made;
}

// The panels as the header describes them.
void fill_panels(const Product& p, uint8_t* panels) {
  const int64_t bytes = int4_panel_bytes(p.depth);
  std::fill_n(panels, int8_padded_cols(p.cols) / 32 * bytes, uint8_t{0});
  for (int64_t j = 0; j < p.cols; ++j)
    for (int64_t t = 0; t < p.depth; ++t) {
      uint8_t* group = panels + j / 32 * bytes + t / 32 * 576;
      const auto at = static_cast<size_t>(j * groups_of(p.depth) + t / 32);
      group[j % 32] = static_cast<uint8_t>(p.factors[at]);
      group[32 + j % 32] = static_cast<uint8_t>(static_cast<int8_t>(p.offsets[at]));
      const int code = p.codes[size_t(j * p.depth + t)];
      uint8_t& byte = group[64 + (t % 32 / 4 * 16 + j % 16) * 4 + t % 4];
      byte = static_cast<uint8_t>(byte | (j % 32 < 16 ? code : code << 4));
    }
}

struct Call {
  const Product& product;
  int64_t shift = 0;
  float scale = 1;
  const float* bias = nullptr;
  ActivationFunction activation = nullptr;
  bool add = false;
  int64_t first_row = 0, rows = -1;
};

constexpr float kBefore = 77;

std::vector<float> multiply(Int4Function function, const Call& call) {
  const Product& p = call.product;
  const int64_t rows = call.rows < 0 ? p.rows : call.rows;
  const int64_t padded = int8_padded_depth(p.depth), all = int8_padded_cols(p.cols);
  Bytes<uint8_t> panels(all / 32 * int4_panel_bytes(p.depth));
  fill_panels(p, panels.data());
  std::vector<int32_t> sums(static_cast<size_t>(all), 0);
  for (int64_t j = 0; j < p.cols; ++j)
    for (int64_t t = 0; t < p.depth; ++t) sums[size_t(j)] += p.weight(j, t);
  std::vector<float> scales(size_t(all), call.scale), bias(size_t(all), 0);
  if (call.bias != nullptr) std::copy_n(call.bias, p.cols, bias.begin());
  const int64_t a_stride = padded + 3, c_stride = p.cols + 3;
  Bytes<uint8_t> a(rows * a_stride, call.shift);
  std::vector<float> a_scale;
  std::vector<int32_t> a_zero;
  for (int64_t i = 0; i < rows; ++i) {
    // Up to the padded depth there are zeros; what follows must not count.
    std::fill_n(a.data() + i * a_stride, padded, uint8_t{0});
    std::fill_n(a.data() + i * a_stride + padded, a_stride - padded, uint8_t{0xFF});
    for (int64_t t = 0; t < p.depth; ++t)
      a.data()[i * a_stride + t] = uint8_t(p.a[size_t((call.first_row + i) * p.depth + t)]);
    a_scale.push_back(1.0F / static_cast<float>(call.first_row + i + 1));
    a_zero.push_back(static_cast<int32_t>((call.first_row + i) * 37 % 256));
  }
  Bytes<float> c(rows * c_stride, call.shift * int64_t{sizeof(float)});
  std::fill_n(c.data(), rows * c_stride, kBefore);
  function({.int8 = {.a = a.data(),
                     .a_stride = a_stride,
                     .a_scale = a_scale.data(),
                     .a_zero = a_zero.data(),
                     .rows = rows,
                     .scales = scales.data(),
                     .sums = sums.data(),
                     .bias = call.bias == nullptr ? nullptr : bias.data(),
                     .cols = p.cols,
                     .depth = p.depth,
                     .activation = call.activation,
                     .c = c.data(),
                     .c_stride = c_stride,
                     .add = call.add},
            .panels = panels.data()});
  c.expect_untouched();
  std::vector<float> out;
  for (int64_t i = 0; i < rows; ++i) {
    out.insert(out.end(), c.data() + i * c_stride, c.data() + i * c_stride + p.cols);
    for (int64_t j = p.cols; j < c_stride; ++j) EXPECT_EQ(c.data()[i * c_stride + j], kBefore);
  }
  return out;
}

// The whole formula, in the order int8.h says.
void expect_exact(const std::vector<float>& c, const Call& call, const std::string& what) {
  const Product& p = call.product;
  for (int64_t i = 0; i < p.rows; ++i)
    for (int64_t j = 0; j < p.cols; ++j) {
      const auto sum = static_cast<float>(p.sum(i, j, static_cast<int>(i * 37 % 256)));
      float right = sum * (1.0F / static_cast<float>(i + 1) * call.scale);
      if (call.bias != nullptr) right = right + call.bias[j];
      if (call.activation != nullptr) call.activation(&right, 1);
      if (call.add) right = kBefore + right;
      ASSERT_EQ(c[static_cast<size_t>(i * p.cols + j)], right) << what << i << " " << j;
    }
}

constexpr int64_t kDepths[] = {1, 2, 3, 4, 5, 31, 32, 33, 36, 63, 64, 65, 100, 512, 1030};

TEST(Int4, EveryVariantIsExact) {
  const int64_t all_cols[] = {1, 7, 15, 16, 17, 31, 32, 33, 48, 63, 64, 71};
  const ActivationFunction gelu = activation_variants().back().kernel.quick_gelu;
  for_each_variant(int4_variants(), [&](const auto& variant) {
    uint64_t turn = 0;
    for (const int64_t depth : kDepths)
      for (const int64_t rows : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 25}) {
        const int64_t cols = all_cols[++turn % 12];
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

TEST(Int4, NothingOverflows) {
  for_each_variant(int4_variants(), [](const auto& variant) {
    const Product product = make_product(5, 33, kInt8MostDepth, 1, true);
    ASSERT_EQ(product.weight(0, 0), 127);
    ASSERT_EQ(product.weight(1, 0), -127);
    const Call call{.product = product};
    expect_exact(multiply(variant.kernel.multiply, call), call, "");
  });
}

TEST(Int4, ARowDoesNotDependOnTheBatch) {
  const Product product = make_product(40, 70, 131, 3, false);
  for_each_variant(int4_variants(), [&](const auto& variant) {
    const std::vector<float> all = multiply(variant.kernel.multiply, {.product = product});
    for (const int64_t rows : {1, 2, 11, 13}) {
      const std::vector<float> part =
          multiply(variant.kernel.multiply, {.product = product, .first_row = 27, .rows = rows});
      EXPECT_TRUE(same_bits(part.data(), all.data() + 27 * 70, part.size())) << rows;
    }
  });
}

// A panel of bytes as int8.h lays it out.
TEST(Int4, UnpackedTheyAreTheWeightsThatTheyStandFor) {
  for_each_variant(int4_variants(), [&](const auto& variant) {
    for (const int64_t depth : kDepths) {
      const Product p = make_product(1, 32, depth, uint64_t(depth), depth == 64);
      Bytes<uint8_t> panel(int4_panel_bytes(depth));
      fill_panels(p, panel.data());
      Bytes<int8_t> bytes(int8_padded_depth(depth) * kInt8Panel);
      variant.kernel.unpack(panel.data(), depth, bytes.data());
      bytes.expect_untouched();
      panel.expect_untouched();
      for (int64_t j = 0; j < 32; ++j)
        for (int64_t t = 0; t < int8_padded_depth(depth); ++t)
          ASSERT_EQ(bytes.data()[(t / 4 * 32 + j) * 4 + t % 4], t < depth ? p.weight(j, t) : 0)
              << j << " " << t;
    }
  });
}

// What a packed column says, in floats.
std::vector<float> unpacked(const uint8_t* panel, const float* scales, int64_t j, int64_t depth) {
  std::vector<int8_t> bytes(static_cast<size_t>(int8_padded_depth(depth) * kInt8Panel));
  int4_variants().back().kernel.unpack(panel, depth, bytes.data());
  std::vector<float> out;
  for (int64_t t = 0; t < depth; ++t)
    out.push_back(scales[j] * static_cast<float>(bytes[size_t((t / 4 * 32 + j) * 4 + t % 4)]));
  return out;
}

struct Packed {
  explicit Packed(const Int4Columns& columns)
      : panel(int4_panel_bytes(columns.depth)), scales(kInt8Panel), sums(kInt8Panel) {
    pack_int4_panel(columns, panel.data(), scales.data(), sums.data());
    panel.expect_untouched();
    scales.expect_untouched();
    sums.expect_untouched();
  }
  Bytes<uint8_t> panel;
  Bytes<float> scales;
  Bytes<int32_t> sums;
};

// Sixteen even steps can be said without error; a second group has finer ones of its own.
TEST(Int4, WhatFitsIsPackedWithoutError) {
  std::vector<float> weights;
  for (int t = 0; t < 32; ++t) weights.push_back(static_cast<float>(t % 16 * 16 - 113) / 127);
  for (const int code : {0, 1, 2, 5, 7, 9, 12, 14, 15})
    weights.push_back(static_cast<float>(code * 3 - 5) / 127);
  weights.resize(2 * 41, 0.0F);  // and a column of zeros
  Packed packed({weights.data(), 41, 2, 41, nullptr});
  EXPECT_FLOAT_EQ(packed.scales.data()[0], 1.0F / 127);
  EXPECT_EQ(packed.scales.data()[1], 0);
  EXPECT_EQ(packed.panel.data()[0], 16);
  EXPECT_EQ(static_cast<int8_t>(packed.panel.data()[32]), -113);
  EXPECT_EQ(packed.sums.data()[0], 2 * (16 * 120 - 16 * 113) + 3 * 65 - 9 * 5);
  EXPECT_EQ(packed.sums.data()[1], 0);
  const std::vector<float> back = unpacked(packed.panel.data(), packed.scales.data(), 0, 41);
  for (size_t t = 0; t < 41; ++t) EXPECT_NEAR(back[t], weights[t], 1e-6F) << t;
}

// Half a step of sixteen over the group's span, and half an 8-bit step for where the grid begins.
TEST(Int4, TheErrorIsThatOfSixteenStepsAGroup) {
  constexpr int64_t kDepth = 77, kCols = 20;
  const std::vector<float> weights = Numbers(5).many(kCols * kDepth);
  Packed packed({weights.data(), kDepth, kCols, kDepth, nullptr});
  double error = 0;
  for (int64_t j = 0; j < kCols; ++j) {
    const std::vector<float> back = unpacked(packed.panel.data(), packed.scales.data(), j, kDepth);
    int32_t sum = 0;
    for (int64_t t = 0; t < kDepth; ++t) {
      const double off = double(back[size_t(t)]) - double(weights[size_t(j * kDepth + t)]);
      error += off * off;
      sum += static_cast<int32_t>(std::lround(back[size_t(t)] / packed.scales.data()[j]));
    }
    EXPECT_EQ(packed.sums.data()[j], sum);
  }
  // Evenly spread in [-1, 1): steps of 2 / 15 are off by their twelfth root.
  EXPECT_LT(std::sqrt(error / double(kCols * kDepth)), 2.0 / 15 / std::sqrt(12.0) * 1.05);
}

TEST(Int4, WhatCountsMoreIsOffByLess) {
  constexpr int64_t kDepth = 64;
  const std::vector<float> weights = Numbers(8).many(kInt8Panel * kDepth);
  std::vector<float> importance(kDepth, 1.0F);
  for (size_t t = 0; t < importance.size(); t += 8) importance[t] = 100;
  Packed plain({weights.data(), kDepth, kInt8Panel, kDepth, nullptr});
  Packed weighted({weights.data(), kDepth, kInt8Panel, kDepth, importance.data()});
  const auto error = [&](Packed& packed) {
    double sum = 0;
    for (int64_t j = 0; j < kInt8Panel; ++j) {
      const std::vector<float> back =
          unpacked(packed.panel.data(), packed.scales.data(), j, kDepth);
      for (int64_t t = 0; t < kDepth; ++t) {
        const double off = double(back[size_t(t)]) - double(weights[size_t(j * kDepth + t)]);
        sum += double(importance[size_t(t)]) * off * off;
      }
    }
    return sum;
  };
  EXPECT_LT(error(weighted), error(plain) * 0.8);
}

}  // namespace
}  // namespace octavo::engine
