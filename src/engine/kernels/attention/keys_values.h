// What keys and values of one head can be stored as, block by block. Keys [head_dim, kKeyBlock],
// values [kKeyBlock, value_stride(head_dim)], as attention.h says. kF16: IEEE 754 binary16, larger
// values cut off at its largest. kInt8: steps of a scale that each key and each value has for
// itself; kKeyBlock scales follow the keys of a block, and as many its values.
#pragma once

#include <cstdint>

#include "engine/kernels/attention/attention.h"

namespace octavo::engine {

enum class KvType : uint8_t { kF32, kF16, kInt8 };

constexpr int64_t kv_element_bytes(KvType type) {
  return type == KvType::kF32 ? 4 : type == KvType::kF16 ? 2 : 1;
}

// Of the keys (width: head_dim) or values (width: value_stride(head_dim)) of a block.
constexpr int64_t kv_block_bytes(KvType type, int width) {
  const int64_t scales = type == KvType::kInt8 ? kKeyBlock * int64_t{sizeof(float)} : 0;
  return int64_t{width} * kKeyBlock * kv_element_bytes(type) + scales;
}

// Writes key (value) `at` of a block.
void store_key(KvType type, const float* key, int head_dim, int64_t at, void* block);
void store_value(KvType type, const float* value, int head_dim, int64_t at, void* block);

using HalfAttention = void (*)(const AttentionTaskOf<uint16_t>&);
using ByteAttention = void (*)(const AttentionTaskOf<int8_t>&);
std::span<const Variant<HalfAttention>> half_attention_variants();
std::span<const Variant<ByteAttention>> stored_byte_attention_variants();

}  // namespace octavo::engine
