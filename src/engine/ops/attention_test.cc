#include "engine/ops/attention.h"

#include <cmath>

#include "engine/kernels/test_data.h"
#include "engine/ops/test_compute.h"

namespace octavo::engine {
namespace {

// One head of keys and values in blocks that lie in reverse order.
struct Cache {
  Cache(int64_t count, int head_dim, uint64_t seed)
      : key_rows(Numbers(seed).many(static_cast<size_t>(count * head_dim), 2)),
        value_rows(Numbers(seed + 1).many(static_cast<size_t>(count * head_dim))) {
    const int64_t blocks = (count + kKeyBlock - 1) / kKeyBlock;
    view.key_stride = int64_t(head_dim) * kKeyBlock;
    view.value_stride = int64_t(value_stride(head_dim)) * kKeyBlock;
    keys.resize(static_cast<size_t>(blocks * view.key_stride), NAN);
    values.resize(static_cast<size_t>(blocks * view.value_stride), NAN);
    for (int64_t b = 0; b < blocks; ++b) order.push_back(static_cast<int32_t>(blocks - 1 - b));
    for (int64_t j = 0; j < count; ++j) {
      const int64_t block = order[static_cast<size_t>(j / kKeyBlock)];
      store_key(KvType::kF32, key_rows.data() + j * head_dim, head_dim, j % kKeyBlock,
                keys.data() + block * view.key_stride);
      store_value(KvType::kF32, value_rows.data() + j * head_dim, head_dim, j % kKeyBlock,
                  values.data() + block * view.value_stride);
    }
    view.keys = keys.data();
    view.values = values.data();
    view.block = order.data();
  }
  std::vector<float> key_rows, value_rows, keys, values;
  std::vector<int32_t> order;
  KeyValueBlocks view;
};

std::vector<double> right(const Cache& cache, const float* q, int head_dim, int64_t visible) {
  std::vector<double> weight, out(static_cast<size_t>(head_dim), 0.0);
  double sum = 0;
  for (int64_t j = 0; j < visible; ++j) {
    double dot = 0;
    for (int d = 0; d < head_dim; ++d)
      dot += double(q[d]) * cache.key_rows[static_cast<size_t>(j * head_dim + d)];
    weight.push_back(std::exp(dot / std::sqrt(double(head_dim))));
    sum += weight.back();
  }
  for (int64_t j = 0; j < visible; ++j)
    for (int d = 0; d < head_dim; ++d)
      out[static_cast<size_t>(d)] += weight[static_cast<size_t>(j)] / sum *
                                     cache.value_rows[static_cast<size_t>(j * head_dim + d)];
  return out;
}

void check(int64_t tokens, int heads, int head_dim, int64_t visible, bool causal) {
  const int64_t width = int64_t(heads) * head_dim, stride = width + 5;
  const int64_t keys = visible + (causal ? tokens - 1 : 0);
  const Cache cache(keys, head_dim, 3);
  const std::vector<float> queries = Numbers(4).many(static_cast<size_t>(tokens * stride));
  for_each_compute([&](const Compute& compute) {
    std::vector<float> rows = queries;
    const AttentionCall call{.queries = {rows.data(), tokens, width, stride},
                             .heads = heads,
                             .head_dim = head_dim,
                             .blocks = cache.view,
                             .visible = visible,
                             .causal = causal};
    for_items(compute, attention_items(tokens, heads),
              [&](int lane, int64_t item) { attend(compute, lane, call, item); });
    for (int64_t token = 0; token < tokens; ++token)
      for (int head = 0; head < heads; ++head) {
        const int64_t at = token * stride + int64_t(head) * head_dim;
        const std::vector<double> expected =
            right(cache, queries.data() + at, head_dim, visible + (causal ? token : 0));
        for (int d = 0; d < head_dim; ++d)
          ASSERT_NEAR(rows[static_cast<size_t>(at + d)], expected[static_cast<size_t>(d)], 2e-6)
              << token << " " << head << " " << d;
      }
    for (int64_t token = 0; token < tokens; ++token)
      for (int64_t gap = token * stride + width; gap < (token + 1) * stride; ++gap)
        ASSERT_EQ(rows[static_cast<size_t>(gap)], queries[static_cast<size_t>(gap)]);
  });
}

TEST(AttentionOps, PicturesSeeEverything) {
  check(1, 1, 8, 1, false);
  check(200, 1, 20, 200, false);
}

TEST(AttentionOps, TokensSeeWhatCameBefore) {
  check(1, 7, 16, 130, true);   // one new token
  check(40, 7, 16, 1, true);    // a prompt
  check(40, 7, 16, 100, true);  // its second part
  check(5, 100, 2, 60, true);   // more heads than an item has rows
}

}  // namespace
}  // namespace octavo::engine
