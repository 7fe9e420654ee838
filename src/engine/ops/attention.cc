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

// The rows of one item, with what they read stored as Elements.
struct Item {
  const float* queries[kAttentionRows];
  float* out[kAttentionRows];
  int64_t visible[kAttentionRows];
  int rows = 0;

  template <class Element>
  AttentionTaskOf<Element> task(const Compute& compute, int lane, const AttentionCall& call) const {
    return {.queries = queries,
            .out = out,
            .rows = rows,
            .visible = visible,
            .head_dim = call.head_dim,
            .scale = 1 / std::sqrt(static_cast<float>(call.head_dim)),
            .keys = static_cast<const Element*>(call.blocks.keys),
            .values = static_cast<const Element*>(call.blocks.values),
            .key_stride = call.blocks.key_stride,
            .value_stride = call.blocks.value_stride,
            .block = call.blocks.block,
            .softmax = compute.kernels.softmax,
            .scratch = compute.scratch.of(lane)};
  }
};

}  // namespace

int64_t attention_items(int64_t tokens, int heads) {
  const int64_t each = rows_per_item(heads);
  return (tokens * heads + each - 1) / each;
}

void attend(const Compute& compute, int lane, const AttentionCall& call, int64_t item) {
  OCTAVO_CHECK(call.queries.cols == int64_t(call.heads) * call.head_dim && call.visible > 0);
  const int64_t each = rows_per_item(call.heads), first = item * each;
  const int64_t end = std::min(first + each, call.queries.rows * call.heads);
  Item work;
  for (int64_t row = first; row < end; ++row, ++work.rows) {
    const int64_t token = row / call.heads, head = row % call.heads;
    work.out[work.rows] = call.queries.row(token) + head * call.head_dim;
    work.queries[work.rows] = work.out[work.rows];
    work.visible[work.rows] = call.visible + (call.causal ? token : 0);
  }
  switch (call.blocks.type) {
    case KvType::kF32:
      return compute.kernels.attention(work.task<float>(compute, lane, call));
    case KvType::kF16:
      return compute.kernels.half_attention(work.task<uint16_t>(compute, lane, call));
    case KvType::kInt8:
      return compute.kernels.stored_byte_attention(work.task<int8_t>(compute, lane, call));
  }
}

}  // namespace octavo::engine
