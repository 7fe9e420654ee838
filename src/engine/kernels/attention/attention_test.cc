#include "engine/kernels/attention/attention.h"

#include <cmath>

#include "engine/kernels/attention/rounded.h"
#include "engine/kernels/test_data.h"
#include "engine/tensor/half.h"

namespace octavo::engine {
namespace {

// Keys and values of one head in blocks, as the kernels want them.
class Blocks {
 public:
  Blocks(int64_t keys, int head_dim, uint64_t seed)
      : key_rows(Numbers(seed).many(static_cast<size_t>(keys * head_dim), 2)),
        value_rows(Numbers(seed + 1).many(static_cast<size_t>(keys * head_dim))) {
    const int64_t count = (keys + kKeyBlock - 1) / kKeyBlock;
    const int width = value_stride(head_dim);
    key_stride = int64_t(head_dim) * kKeyBlock + 16;
    value_block = int64_t(width) * kKeyBlock;
    // Whatever lies beyond the keys must not matter.
    key_blocks.resize(static_cast<size_t>(count * key_stride), NAN);
    value_blocks.resize(static_cast<size_t>(count * value_block), NAN);
    for (int64_t block = 0; block < count; ++block) order.push_back(static_cast<int32_t>(block));
    if (count > 2) std::swap(order[0], order[2]);  // blocks come in any order
    for (int64_t j = 0; j < keys; ++j) {
      const int64_t block = order[static_cast<size_t>(j / kKeyBlock)], column = j % kKeyBlock;
      float* key = key_blocks.data() + block * key_stride;
      float* value = value_blocks.data() + block * value_block;
      for (int d = 0; d < head_dim; ++d) {
        const auto at = static_cast<size_t>(j * head_dim + d);
        key[d * kKeyBlock + column] = key_rows[at];
        value[column * width + d] = value_rows[at];
      }
    }
  }
  // With each number changed; keys too, or values alone.
  template <class Change>
  Blocks rounded(const Change& change, bool keys = true) const {
    Blocks copy = *this;
    for (float& x : copy.value_rows) x = change(x);
    if (keys)
      for (float& x : copy.key_rows) x = change(x);
    return copy;
  }

  std::vector<float> key_rows, value_rows;
  std::vector<float> key_blocks, value_blocks;
  int64_t key_stride, value_block;
  std::vector<int32_t> order;
};

std::vector<float> run(const Variant<AttentionFunction>& variant, const Blocks& blocks,
                       const std::vector<float>& queries, const std::vector<int64_t>& visible,
                       int head_dim) {
  const SoftmaxFunction softmax = pick_variant(softmax_variants(), variant.needs).kernel;
  Guarded scratch(static_cast<size_t>(kAttentionScratch));
  Guarded out(queries.size(), 3);
  std::vector<const float*> from;
  std::vector<float*> to;
  for (size_t row = 0; row < visible.size(); ++row) {
    from.push_back(queries.data() + row * static_cast<size_t>(head_dim));
    to.push_back(out.data() + row * static_cast<size_t>(head_dim));
  }
  variant.kernel({.queries = from.data(),
                  .out = to.data(),
                  .rows = static_cast<int>(visible.size()),
                  .visible = visible.data(),
                  .head_dim = head_dim,
                  .scale = 1 / std::sqrt(static_cast<float>(head_dim)),
                  .keys = blocks.key_blocks.data(),
                  .values = blocks.value_blocks.data(),
                  .key_stride = blocks.key_stride,
                  .value_stride = blocks.value_block,
                  .block = blocks.order.data(),
                  .softmax = softmax,
                  .scratch = scratch.data()});
  scratch.expect_untouched("scratch");
  out.expect_untouched("attention");
  return {out.data(), out.data() + queries.size()};
}

std::vector<double> right_row(const Blocks& blocks, const float* q, int64_t visible, int head_dim) {
  std::vector<double> score, out(static_cast<size_t>(head_dim), 0.0);
  double top = -INFINITY, sum = 0;
  for (int64_t j = 0; j < visible; ++j) {
    double dot = 0;
    for (int d = 0; d < head_dim; ++d)
      dot += double(q[d]) * blocks.key_rows[static_cast<size_t>(j * head_dim + d)];
    score.push_back(dot / std::sqrt(static_cast<double>(head_dim)));
    top = std::max(top, score.back());
  }
  for (const double s : score) sum += std::exp(s - top);
  for (int64_t j = 0; j < visible; ++j)
    for (int d = 0; d < head_dim; ++d)
      out[static_cast<size_t>(d)] += std::exp(score[static_cast<size_t>(j)] - top) / sum *
                                     blocks.value_rows[static_cast<size_t>(j * head_dim + d)];
  return out;
}

// Causal rows of a prompt: the last one sees all keys.
std::vector<int64_t> causal(int rows, int64_t keys) {
  std::vector<int64_t> visible;
  for (int row = 0; row < rows; ++row)
    visible.push_back(std::max<int64_t>(1, keys - rows + 1 + row));
  return visible;
}

TEST(Attention, EveryVariantMatchesTheFormula) {
  for_each_variant(attention_variants(), [](const auto& variant) {
    for (const int head_dim : {2, 8, 20, 32, 40, 64, 80, 96, 128, 256})
      for (const int rows : {1, 2, 5, 6, 7, 12, 13, 96})
        for (const int64_t keys : {1, 63, 64, 65, 200}) {
          const Blocks blocks(keys, head_dim, static_cast<uint64_t>(rows * 1000 + keys));
          const std::vector<float> queries =
              Numbers(11).many(static_cast<size_t>(rows * head_dim), 2);
          const std::vector<int64_t> visible = causal(rows, keys);
          const std::vector<float> out = run(variant, blocks, queries, visible, head_dim);
          for (const int row : {0, rows / 2, rows - 1}) {
            const std::vector<double> right =
                right_row(blocks, queries.data() + row * head_dim,
                          visible[static_cast<size_t>(row)], head_dim);
            for (int d = 0; d < head_dim; ++d)
              ASSERT_NEAR(out[static_cast<size_t>(row * head_dim + d)],
                          right[static_cast<size_t>(d)], 2e-6)
                  << head_dim << " " << rows << " " << keys << " " << row << " " << d;
          }
        }
  });
}

// Rows one by one have the bits that they have among others.
template <class Variants>
void expect_rows_on_their_own(const Variants& variants) {
  for_each_variant(variants, [](const auto& variant) {
    const int head_dim = 64, rows = 91;
    const Blocks blocks(300, head_dim, 3);
    const std::vector<float> queries = Numbers(2).many(size_t(rows) * head_dim);
    const std::vector<int64_t> visible = causal(rows, 300);
    const std::vector<float> all = run(variant, blocks, queries, visible, head_dim);
    for (int row = 0; row < rows; row += 7) {
      const std::vector<float> one(queries.begin() + row * head_dim,
                                   queries.begin() + (row + 1) * head_dim);
      const std::vector<float> alone =
          run(variant, blocks, one, {visible[static_cast<size_t>(row)]}, head_dim);
      EXPECT_TRUE(same_bits(alone.data(), all.data() + row * head_dim, head_dim)) << row;
    }
  });
}

TEST(Attention, ARowDoesNotDependOnItsNeighbours) {
  expect_rows_on_their_own(attention_variants());
}

float to_bf16(float x) { return float_from_bf16(bf16_from_float(x)); }

// With queries, keys and values rounded, what is left is the rounding of weights: half a last place
// of bf16, 2^-9, of each.
TEST(RoundedAttention, EveryVariantMatchesTheFormulaOfRoundedNumbers) {
  for (const int head_dim : {2, 8, 20, 33, 64, 80, 128, 256})
    for (const int rows : {1, 2, 7, 12, 13, 96})
      for (const int64_t keys : {1, 63, 64, 65, 200}) {
        Blocks blocks(keys, head_dim, static_cast<uint64_t>(rows * 1000 + keys));
        const std::vector<float> queries =
            Numbers(11).many(static_cast<size_t>(rows * head_dim), 2);
        const std::vector<int64_t> visible = causal(rows, keys);
        std::vector<float> first;
        for_each_variant(rounded_attention_variants(), [&](const auto& variant) {
          const std::vector<float> out = run(variant, blocks, queries, visible, head_dim);
          if (first.empty()) first = out;
          EXPECT_TRUE(same_bits(out.data(), first.data(), out.size()));
        });
        const Blocks near = blocks.rounded(to_bf16);
        for (const int row : {0, rows / 2, rows - 1}) {
          std::vector<float> q(queries.begin() + row * head_dim,
                               queries.begin() + (row + 1) * head_dim);
          for (float& x : q) x = to_bf16(x);
          const int64_t seen = visible[static_cast<size_t>(row)];
          const std::vector<double> right = right_row(near, q.data(), seen, head_dim);
          const std::vector<double> most = right_row(
              near.rounded([](float x) { return std::abs(x); }, false), q.data(), seen, head_dim);
          for (int d = 0; d < head_dim; ++d)
            ASSERT_NEAR(first[static_cast<size_t>(row * head_dim + d)],
                        right[static_cast<size_t>(d)], most[static_cast<size_t>(d)] / 512 + 2e-6)
                << head_dim << " " << rows << " " << keys << " " << row << " " << d;
        }
      }
}

TEST(RoundedAttention, ARowDoesNotDependOnItsNeighbours) {
  expect_rows_on_their_own(rounded_attention_variants());
}

TEST(Attention, FusedVariantsGiveTheSameBits) {
  const int head_dim = 80;
  const Blocks blocks(150, head_dim, 5);
  const std::vector<float> queries = Numbers(4).many(size_t(30) * head_dim);
  std::vector<float> first;
  for_each_variant(attention_variants(), [&](const auto& variant) {
    if (variant.needs == kArchScalar) return;
    const std::vector<float> out = run(variant, blocks, queries, causal(30, 150), head_dim);
    if (first.empty()) first = out;
    EXPECT_TRUE(same_bits(out.data(), first.data(), out.size()));
  });
}

}  // namespace
}  // namespace octavo::engine
