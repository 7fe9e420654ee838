// What keys and values of one head can be stored as, block by block. Keys [head_dim, kKeyBlock],
// values [kKeyBlock, value_stride(head_dim)], as attention.h says. kF16: IEEE 754 binary16, larger
// values cut off at its largest. kInt8: steps of a scale that each value has for itself, and each
// kKeyGroup numbers of a key: models exist whose keys are a hundred times larger in a few places.
// The scales [groups, kKeyBlock] follow the keys of a block, and [kKeyBlock] scales its values.
#pragma once

#include <cstdint>

#include "engine/kernels/attention/attention.h"

namespace octavo::engine {

enum class KvType : uint8_t { kF32, kF16, kInt8 };

inline constexpr int kKeyGroup = 16;

constexpr int key_groups(int head_dim) { return (head_dim + kKeyGroup - 1) / kKeyGroup; }

constexpr int64_t kv_element_bytes(KvType type) {
  return type == KvType::kF32 ? 4 : type == KvType::kF16 ? 2 : 1;
}

// Of a block with so many scales for each key or value.
constexpr int64_t kv_block_bytes(KvType type, int width, int scales) {
  const int64_t column = type == KvType::kInt8 ? scales * int64_t{sizeof(float)} : 0;
  return kKeyBlock * (int64_t{width} * kv_element_bytes(type) + column);
}
constexpr int64_t key_block_bytes(KvType type, int head_dim) {
  return kv_block_bytes(type, head_dim, key_groups(head_dim));
}
constexpr int64_t value_block_bytes(KvType type, int head_dim) {
  return kv_block_bytes(type, value_stride(head_dim), 1);
}

// Writes key (value) `at` of a block.
void store_key(KvType type, const float* key, int head_dim, int64_t at, void* block);
void store_value(KvType type, const float* value, int head_dim, int64_t at, void* block);

using HalfAttention = void (*)(const AttentionTaskOf<uint16_t>&);
using ByteAttention = void (*)(const AttentionTaskOf<int8_t>&);
std::span<const Variant<HalfAttention>> half_attention_variants();
std::span<const Variant<ByteAttention>> stored_byte_attention_variants();

}  // namespace octavo::engine
