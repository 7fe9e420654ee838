#include "engine/kernels/attention/keys_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/kernels/attention/rounded.h"
#include "engine/kernels/test_data.h"
#include "engine/tensor/half.h"

namespace octavo::engine {
namespace {

// Keys and values of one head in blocks of a type, and what is stored of them, in floats.
template <class Element>
class Stored {
 public:
  Stored(KvType type, int64_t keys, int head_dim, float size)
      : head_dim_(head_dim),
        key_rows(Numbers(3).many(size_t(keys * head_dim), size)),
        value_rows(Numbers(4).many(size_t(keys * head_dim), size)) {
    const int width = value_stride(head_dim);
    const int64_t blocks = (keys + kKeyBlock - 1) / kKeyBlock;
    key_bytes_ = key_block_bytes(type, head_dim);
    value_bytes_ = value_block_bytes(type, head_dim);
    // Whatever lies beyond the keys must not matter: all ones are no numbers, as floats and halves.
    key_memory_.assign(size_t(blocks * key_bytes_ / 4), std::bit_cast<float>(0xFFFFFFFFU));
    value_memory_.assign(size_t(blocks * value_bytes_ / 4), std::bit_cast<float>(0xFFFFFFFFU));
    for (int64_t j = 0; j < keys; ++j) {
      store_key(type, key_rows.data() + j * head_dim, head_dim, j % kKeyBlock, key_block(j));
      store_value(type, value_rows.data() + j * head_dim, head_dim, j % kKeyBlock, value_block(j));
      for (int d = 0; d < head_dim; ++d) {
        const int64_t column = j % kKeyBlock;
        // A scale for each 16 numbers of a key, and one for a value.
        read(key_block(j), d * kKeyBlock + column, head_dim, d / 16 * kKeyBlock + column, key_rows);
        read(value_block(j), column * width + d, width, column, value_rows);
      }
    }
  }

  std::vector<float> attend(const Variant<void (*)(const AttentionTaskOf<Element>&)>& variant,
                            const std::vector<float>& queries,
                            const std::vector<int64_t>& visible) const {
    Guarded scratch(static_cast<size_t>(kAttentionScratch));
    Guarded out(queries.size(), 3);
    std::vector<const float*> from;
    std::vector<float*> to;
    for (size_t row = 0; row < visible.size(); ++row) {
      from.push_back(queries.data() + row * size_t(head_dim_));
      to.push_back(out.data() + row * size_t(head_dim_));
    }
    variant.kernel({.queries = from.data(),
                    .out = to.data(),
                    .rows = static_cast<int>(visible.size()),
                    .visible = visible.data(),
                    .head_dim = head_dim_,
                    .scale = 1 / std::sqrt(static_cast<float>(head_dim_)),
                    .keys = reinterpret_cast<const Element*>(key_memory_.data()),
                    .values = reinterpret_cast<const Element*>(value_memory_.data()),
                    .key_stride = key_bytes_ / int64_t{sizeof(Element)},
                    .value_stride = value_bytes_ / int64_t{sizeof(Element)},
                    .softmax = pick_variant(softmax_variants(), variant.needs).kernel,
                    .scratch = scratch.data()});
    scratch.expect_untouched("scratch");
    out.expect_untouched("attention");
    return {out.data(), out.data() + queries.size()};
  }

  // Attention over what is stored, in double.
  std::vector<double> right(const float* q, int64_t visible) const {
    std::vector<double> score, out(size_t(head_dim_), 0.0);
    double top = -INFINITY, sum = 0;
    for (int64_t j = 0; j < visible; ++j) {
      double dot = 0;
      for (int d = 0; d < head_dim_; ++d)
        dot += double(q[d]) * double(stored_keys_[size_t(j * head_dim_ + d)]);
      score.push_back(dot / std::sqrt(double(head_dim_)));
      top = std::max(top, score.back());
    }
    for (const double s : score) sum += std::exp(s - top);
    for (int64_t j = 0; j < visible; ++j)
      for (int d = 0; d < head_dim_; ++d)
        out[size_t(d)] += std::exp(score[size_t(j)] - top) / sum *
                          double(stored_values_[size_t(j * head_dim_ + d)]);
    return out;
  }

  // The largest difference between what was to be stored and what is.
  double error() const {
    double most = 0;
    for (size_t i = 0; i < key_rows.size(); ++i)
      most = std::max({most, std::abs(double(key_rows[i]) - double(stored_keys_[i])),
                       std::abs(double(value_rows[i]) - double(stored_values_[i]))});
    return most;
  }

 private:
  void* key_block(int64_t j) {
    return reinterpret_cast<uint8_t*>(key_memory_.data()) + j / kKeyBlock * key_bytes_;
  }
  void* value_block(int64_t j) {
    return reinterpret_cast<uint8_t*>(value_memory_.data()) + j / kKeyBlock * value_bytes_;
  }
  void read(const void* block, int64_t at, int width, int64_t column,
            const std::vector<float>& kind) {
    const Element* elements = static_cast<const Element*>(block);
    float value = 0;
    if constexpr (sizeof(Element) == 2)
      value = float_from_f16(elements[at]);
    else
      value = static_cast<float>(elements[at]) *
              reinterpret_cast<const float*>(elements + int64_t{width} * kKeyBlock)[column];
    (&kind == &key_rows ? stored_keys_ : stored_values_).push_back(value);
  }

  int head_dim_;
  int64_t key_bytes_ = 0, value_bytes_ = 0;
  std::vector<float> key_memory_, value_memory_, stored_keys_, stored_values_;

 public:
  const std::vector<float> key_rows, value_rows;
};

std::vector<int64_t> causal(int rows, int64_t keys) {
  std::vector<int64_t> visible;
  for (int row = 0; row < rows; ++row)
    visible.push_back(std::max<int64_t>(1, keys - rows + 1 + row));
  return visible;
}

template <class Element, class Variants>
void expect_formula(KvType type, const Variants& variants) {
  for_each_variant(variants, [&](const auto& variant) {
    for (const int head_dim : {2, 20, 64, 80, 128})
      for (const int rows : {1, 7, 13, 91})
        for (const int64_t keys : {1, 64, 65, 200}) {
          const Stored<Element> stored(type, keys, head_dim, 2);
          const std::vector<float> queries = Numbers(11).many(size_t(rows * head_dim), 2);
          const std::vector<int64_t> visible = causal(rows, keys);
          const std::vector<float> out = stored.attend(variant, queries, visible);
          for (const int row : {0, rows / 2, rows - 1}) {
            const std::vector<double> right =
                stored.right(queries.data() + row * head_dim, visible[size_t(row)]);
            for (int d = 0; d < head_dim; ++d)
              ASSERT_NEAR(out[size_t(row * head_dim + d)], right[size_t(d)], 4e-6)
                  << head_dim << " " << rows << " " << keys << " " << row << " " << d;
            const std::vector<float> one(queries.begin() + row * head_dim,
                                         queries.begin() + (row + 1) * head_dim);
            const std::vector<float> alone = stored.attend(variant, one, {visible[size_t(row)]});
            ASSERT_TRUE(same_bits(alone.data(), out.data() + row * head_dim, size_t(head_dim)));
          }
        }
  });
}

TEST(KeysValues, AttentionReadsWhatIsStored) {
  expect_formula<uint16_t>(KvType::kF16, half_attention_variants());
  expect_formula<int8_t>(KvType::kInt8, stored_byte_attention_variants());
}

// The scalar variant of attention in f32 does not fuse.
template <class Element, class Variants>
void expect_same_bits(KvType type, const Variants& variants, bool with_scalar = false) {
  const Stored<Element> stored(type, 150, 80, 3);
  const std::vector<float> queries = Numbers(4).many(size_t(30) * 80);
  std::vector<float> first;
  for_each_variant(variants, [&](const auto& variant) {
    if (variant.needs == kArchScalar && !with_scalar) return;
    const std::vector<float> out = stored.attend(variant, queries, causal(30, 150));
    if (first.empty()) first = out;
    EXPECT_TRUE(same_bits(out.data(), first.data(), out.size()));
  });
}

TEST(KeysValues, FusedVariantsGiveTheSameBits) {
  expect_same_bits<uint16_t>(KvType::kF16, half_attention_variants());
  expect_same_bits<int8_t>(KvType::kInt8, stored_byte_attention_variants());
}

TEST(KeysValues, RoundedVariantsGiveTheSameBits) {
  expect_same_bits<uint16_t>(KvType::kF16, rounded_half_attention_variants(), true);
}

// 11 significant bits, and half of a step of 127.
TEST(KeysValues, TheErrorIsThatOfTheType) {
  EXPECT_LE(Stored<uint16_t>(KvType::kF16, 70, 24, 4).error(), 4 * 0x1p-11);
  EXPECT_LE(Stored<int8_t>(KvType::kInt8, 70, 24, 4).error(), 4 * 0.5 / 127 * 1.001);
  EXPECT_GT(Stored<int8_t>(KvType::kInt8, 70, 24, 4).error(), 4 * 0.5 / 127 * 0.9);
}

// What is large in one place of a key does not take the steps of the others.
TEST(KeysValues, GroupsOfAKeyHaveStepsOfTheirOwn) {
  constexpr int kDim = 40;  // two groups and a half
  alignas(64) int8_t block[key_block_bytes(KvType::kInt8, kDim)] = {};
  float key[kDim];
  for (int d = 0; d < kDim; ++d) key[d] = d == 20 ? 300.0F : 0.01F * static_cast<float>(d);
  store_key(KvType::kInt8, key, kDim, 3, block);
  const auto* scales = reinterpret_cast<const float*>(block + kDim * kKeyBlock);
  for (int d = 0; d < kDim; ++d) {
    const float step = scales[d / 16 * kKeyBlock + 3];
    EXPECT_NEAR(step * static_cast<float>(block[d * kKeyBlock + 3]), key[d], step / 1.9F) << d;
  }
  EXPECT_FLOAT_EQ(scales[3], 0.15F / 127);
  EXPECT_FLOAT_EQ(scales[kKeyBlock + 3], 300.0F / 127);
  EXPECT_FLOAT_EQ(scales[2 * kKeyBlock + 3], 0.39F / 127);
}

TEST(KeysValues, WhatDoesNotFitIsCutOffAndWhatIsNoNumberIsNotLost) {
  constexpr int kDim = 4;
  float memory[kDim * kKeyBlock + kKeyBlock] = {};
  const float large[kDim] = {1e6F, -1e30F, 65504, -0.5F};
  auto* halves = reinterpret_cast<uint16_t*>(memory);
  store_key(KvType::kF16, large, kDim, 5, memory);
  EXPECT_EQ(float_from_f16(halves[5]), 65504);
  EXPECT_EQ(float_from_f16(halves[kKeyBlock + 5]), -65504);
  EXPECT_EQ(float_from_f16(halves[3 * kKeyBlock + 5]), -0.5F);
  const auto* bytes = reinterpret_cast<const int8_t*>(memory);
  const auto* scales = reinterpret_cast<const float*>(bytes + kDim * kKeyBlock);
  const float nothing[kDim] = {0, 0, -0.0F, 1e-35F};
  store_key(KvType::kInt8, nothing, kDim, 6, memory);
  EXPECT_EQ(scales[6], 0);
  EXPECT_EQ(bytes[6], 0);
  for (const float bad :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    const float broken[kDim] = {1, bad, 2, 3};
    store_key(KvType::kInt8, broken, kDim, 7, memory);
    EXPECT_TRUE(std::isnan(scales[7]));
  }
}

}  // namespace
}  // namespace octavo::engine
