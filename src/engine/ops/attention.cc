#include "engine/ops/attention.h"

#include <cmath>

#include "base/check.h"

namespace octavo::engine {
namespace {

// Rows of one item: a row is a head of a token. Whole tokens, as far as that is possible.
int64_t rows_per_item(int heads) {
  OCTAVO_CHECK(heads > 0);
  return heads <= kAttentionRows ? kAttentionRows / heads * heads : kAttentionRows;
}

}  // namespace

void store_key(const float* key, int head_dim, int64_t at, float* block) {
  for (int d = 0; d < head_dim; ++d) block[d * kKeyBlock + at] = key[d];
}

void store_value(const float* value, int head_dim, int64_t at, float* block) {
  std::copy(value, value + head_dim, block + at * value_stride(head_dim));
}

int64_t attention_items(int64_t tokens, int heads) {
  const int64_t each = rows_per_item(heads);
  return (tokens * heads + each - 1) / each;
}

void attend(const Compute& compute, int lane, const AttentionCall& call, int64_t item) {
  OCTAVO_CHECK(call.queries.cols == int64_t(call.heads) * call.head_dim && call.visible > 0);
  const int64_t each = rows_per_item(call.heads), first = item * each;
  const int64_t end = std::min(first + each, call.queries.rows * call.heads);
  const float* queries[kAttentionRows];
  float* out[kAttentionRows];
  int64_t visible[kAttentionRows];
  int rows = 0;
  for (int64_t row = first; row < end; ++row, ++rows) {
    const int64_t token = row / call.heads, head = row % call.heads;
    out[rows] = call.queries.row(token) + head * call.head_dim;
    queries[rows] = out[rows];
    visible[rows] = call.visible + (call.causal ? token : 0);
  }
  compute.kernels.attention({.queries = queries,
                             .out = out,
                             .rows = rows,
                             .visible = visible,
                             .head_dim = call.head_dim,
                             .scale = 1 / std::sqrt(static_cast<float>(call.head_dim)),
                             .keys = call.blocks.keys,
                             .values = call.blocks.values,
                             .key_stride = call.blocks.key_stride,
                             .value_stride = call.blocks.value_stride,
                             .block = call.blocks.block,
                             .softmax = compute.kernels.softmax,
                             .scratch = compute.scratch.of(lane)});
}

}  // namespace octavo::engine
