#include "engine/ops/byte_attention.h"

#include <cmath>

#include "base/check.h"

namespace octavo::engine {
namespace {

constexpr int64_t kLine = 64;
int64_t whole_lines(int64_t bytes) { return (bytes + kLine - 1) / kLine * kLine; }

}  // namespace

bool fits_byte_attention(int head_dim) {
  return head_dim > 0 && head_dim <= kByteHeadDim && head_dim % kByteHeadStep == 0;
}

ByteHeads::ByteHeads(int64_t keys, int heads, int head_dim)
    : keys_(keys), heads_(heads), head_dim_(head_dim) {
  OCTAVO_CHECK(keys > 0 && heads > 0 && fits_byte_attention(head_dim));
  const int64_t padded = byte_key_blocks(keys) * kByteKeyBlock;
  const int64_t row = whole_lines(head_dim * int64_t{sizeof(float)});
  values_ = padded * head_dim;
  key_scale_ = 2 * values_;
  key_start_ = key_scale_ + padded * int64_t{sizeof(float)};
  value_scale_ = key_start_ + padded * int64_t{sizeof(int32_t)};
  value_mean_ = value_scale_ + row;
  head_bytes_ = value_mean_ + row;
}

ByteHead ByteHeads::head(uint8_t* memory, int64_t head) const {
  uint8_t* const begin = memory + head * head_bytes_;
  return {.keys = reinterpret_cast<int8_t*>(begin),
          .values = reinterpret_cast<int8_t*>(begin + values_),
          .key_scale = reinterpret_cast<float*>(begin + key_scale_),
          .key_start = reinterpret_cast<int32_t*>(begin + key_start_),
          .value_scale = reinterpret_cast<float*>(begin + value_scale_),
          .value_mean = reinterpret_cast<float*>(begin + value_mean_)};
}

void ByteHeads::pack(PackFunction function, const Compute& compute, MatView<const float> x,
                     uint8_t* memory) const {
  OCTAVO_CHECK(x.rows == keys_ && x.cols == int64_t(heads_) * head_dim_);
  for_items(compute, heads_, [&](int lane, int64_t item) {
    function({.x = x.row(0) + item * head_dim_,
              .stride = x.stride,
              .count = keys_,
              .head_dim = head_dim_,
              .to = head(memory, item),
              .scratch = compute.scratch.of(lane)});
  });
}

void ByteHeads::pack_keys(const Compute& compute, MatView<const float> x, uint8_t* memory) const {
  pack(compute.kernels.byte_attention.pack_keys, compute, x, memory);
}

void ByteHeads::pack_values(const Compute& compute, MatView<const float> x, uint8_t* memory) const {
  pack(compute.kernels.byte_attention.pack_values, compute, x, memory);
}

void ByteHeads::attend(const Compute& compute, MatView<float> queries, uint8_t* memory) const {
  OCTAVO_CHECK(queries.cols == int64_t(heads_) * head_dim_);
  const int64_t items = (queries.rows + kByteAttentionRows - 1) / kByteAttentionRows;
  for_items(compute, items * heads_, [&](int lane, int64_t item) {
    const int64_t number = item / items;  // one head after the other: its keys stay in the cache
    const int64_t first = item % items * kByteAttentionRows;
    float* const rows = queries.row(first) + number * head_dim_;
    compute.kernels.byte_attention.attend(
        {.queries = rows,
         .out = rows,
         .stride = queries.stride,
         .rows = static_cast<int>(std::min<int64_t>(kByteAttentionRows, queries.rows - first)),
         .keys = keys_,
         .head_dim = head_dim_,
         .scale = 1 / std::sqrt(static_cast<float>(head_dim_)),
         .head = head(memory, number),
         .scratch = compute.scratch.of(lane)});
  });
}

}  // namespace octavo::engine
