#include "engine/kernels/attention/keys_values.h"

#include <algorithm>
#include <cmath>

#include "engine/tensor/half.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs)               \
  void function##_halves(const AttentionTaskOf<uint16_t>&); \
  void function##_bytes(const AttentionTaskOf<int8_t>&);
#include "engine/kernels/attention/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<HalfAttention> kHalves[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function##_halves},
#include "engine/kernels/attention/variants.inc"
#undef OCTAVO_VARIANT
};
constexpr Variant<ByteAttention> kBytes[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function##_bytes},
#include "engine/kernels/attention/variants.inc"
#undef OCTAVO_VARIANT
};

// `count` elements, `stride` apart.
void store_halves(const float* x, int count, int64_t stride, uint16_t* to) {
  constexpr float kLargest = 65504;
  for (int d = 0; d < count; ++d)
    to[d * stride] = f16_from_float(std::clamp(x[d], -kLargest, kLargest));
}

void store_bytes(const float* x, int count, int64_t stride, int8_t* to, float* scale) {
  constexpr float kMost = 127;
  // 1.5 * 2^23 rounds to the nearest whole number, ties to even.
  constexpr float kShift = 12582912;
  float largest = 0, poison = 0;
  for (int d = 0; d < count; ++d) {
    largest = std::max(largest, std::abs(x[d]));
    poison += x[d] * 0.0F;  // stays 0 for finite values alone
  }
  // Steps of less could not be divided by.
  constexpr float kLeast = 1e-30F;
  const float steps = largest < kLeast ? 0.0F : kMost / largest;
  *scale = (largest < kLeast ? 0.0F : largest / kMost) + poison;
  for (int d = 0; d < count; ++d) {
    const float rounded = poison == 0 ? x[d] * steps + kShift - kShift : 0.0F;
    to[d * stride] = static_cast<int8_t>(rounded);
  }
}

// In floats or halves; `first`: where the first element goes.
void store_floats(KvType type, const float* x, int count, int64_t first, int64_t stride,
                  void* block) {
  if (type == KvType::kF16)
    return store_halves(x, count, stride, static_cast<uint16_t*>(block) + first);
  for (int d = 0; d < count; ++d) static_cast<float*>(block)[first + d * stride] = x[d];
}

}  // namespace

std::span<const Variant<HalfAttention>> half_attention_variants() { return kHalves; }
std::span<const Variant<ByteAttention>> stored_byte_attention_variants() { return kBytes; }

void store_key(KvType type, const float* key, int head_dim, int64_t at, void* block) {
  if (type != KvType::kInt8) return store_floats(type, key, head_dim, at, kKeyBlock, block);
  auto* bytes = static_cast<int8_t*>(block);
  auto* scales = reinterpret_cast<float*>(bytes + int64_t{head_dim} * kKeyBlock);
  for (int d = 0; d < head_dim; d += kKeyGroup)
    store_bytes(key + d, std::min(kKeyGroup, head_dim - d), kKeyBlock, bytes + d * kKeyBlock + at,
                scales + d / kKeyGroup * kKeyBlock + at);
}

void store_value(KvType type, const float* value, int head_dim, int64_t at, void* block) {
  const int width = value_stride(head_dim);
  if (type != KvType::kInt8) return store_floats(type, value, head_dim, at * width, 1, block);
  auto* bytes = static_cast<int8_t*>(block);
  auto* scales = reinterpret_cast<float*>(bytes + int64_t{width} * kKeyBlock);
  store_bytes(value, head_dim, 1, bytes + at * width, scales + at);
}

}  // namespace octavo::engine
