#include "engine/ops/bf16_attention.h"

#include <cmath>

#include "base/check.h"

namespace octavo::engine {

bool fits_bf16_attention(int head_dim) {
  return head_dim > 0 && head_dim <= kBf16HeadDim && head_dim % kBf16HeadStep == 0;
}

Bf16Heads::Bf16Heads(int64_t keys, int heads, int head_dim)
    : keys_(keys),
      heads_(heads),
      head_dim_(head_dim),
      side_(bf16_key_blocks(keys) * kBf16KeyBlock * head_dim) {
  OCTAVO_CHECK(keys > 0 && heads > 0 && fits_bf16_attention(head_dim));
}

int64_t Bf16Heads::bytes() const { return 2 * side_ * heads_ * int64_t{sizeof(uint16_t)}; }

Bf16Head Bf16Heads::head(void* memory, int64_t head) const {
  uint16_t* const begin = static_cast<uint16_t*>(memory) + 2 * side_ * head;
  return {.keys = begin, .values = begin + side_};
}

void Bf16Heads::pack(Bf16PackFunction function, const Compute& compute, MatView<const float> x,
                     void* memory) const {
  OCTAVO_CHECK(x.rows == keys_ && x.cols == int64_t(heads_) * head_dim_);
  for_items(compute, heads_, [&](int, int64_t item) {
    function({.x = x.row(0) + item * head_dim_,
              .stride = x.stride,
              .count = keys_,
              .head_dim = head_dim_,
              .to = head(memory, item)});
  });
}

void Bf16Heads::pack_keys(const Compute& compute, MatView<const float> x, void* memory) const {
  pack(compute.kernels.bf16_attention.pack_keys, compute, x, memory);
}

void Bf16Heads::pack_values(const Compute& compute, MatView<const float> x, void* memory) const {
  pack(compute.kernels.bf16_attention.pack_values, compute, x, memory);
}

void Bf16Heads::attend(const Compute& compute, MatView<float> queries, void* memory) const {
  OCTAVO_CHECK(queries.cols == int64_t(heads_) * head_dim_);
  const int64_t items = (queries.rows + kBf16AttentionRows - 1) / kBf16AttentionRows;
  for_items(compute, items * heads_, [&](int lane, int64_t item) {
    const int64_t number = item / items;  // one head after the other: its keys stay in the cache
    const int64_t first = item % items * kBf16AttentionRows;
    float* const rows = queries.row(first) + number * head_dim_;
    compute.kernels.bf16_attention.attend(
        {.queries = rows,
         .out = rows,
         .stride = queries.stride,
         .rows = static_cast<int>(std::min<int64_t>(kBf16AttentionRows, queries.rows - first)),
         .keys = keys_,
         .head_dim = head_dim_,
         .scale = 1 / std::sqrt(static_cast<float>(head_dim_)),
         .head = head(memory, number),
         .scratch = compute.scratch.of(lane)});
  });
}

}  // namespace octavo::engine
