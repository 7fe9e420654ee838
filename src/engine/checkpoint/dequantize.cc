#include "engine/checkpoint/dequantize.h"

#include <cstring>

#include "base/check.h"
#include "engine/tensor/half.h"

namespace octavo::engine {
namespace {

// Layouts and the order of operations are those of ggml's reference (ggml-quants.c), which the
// `gguf` package repeats: every product and sum is rounded to f32 in that order.
constexpr int kBlock = 32;   // elements of a Q*_0 or Q*_1 block
constexpr int kSuper = 256;  // elements of a Q*_K block

uint16_t u16_at(const uint8_t* bytes) {
  uint16_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}
float f16_at(const uint8_t* bytes) { return float_from_f16(u16_at(bytes)); }
float as_float(int value) { return static_cast<float>(value); }

void f32_block(const uint8_t* source, float* target) {
  std::memcpy(target, source, sizeof *target);
}
void f16_block(const uint8_t* source, float* target) { *target = f16_at(source); }
void bf16_block(const uint8_t* source, float* target) { *target = float_from_bf16(u16_at(source)); }

// Low nibbles are the first half of a block, high nibbles the second.
void q4_0_block(const uint8_t* source, float* target) {
  const float scale = f16_at(source);
  const uint8_t* const quants = source + 2;
  for (int i = 0; i < kBlock / 2; ++i) {
    target[i] = as_float((quants[i] & 0xF) - 8) * scale;
    target[i + kBlock / 2] = as_float((quants[i] >> 4) - 8) * scale;
  }
}

void q4_1_block(const uint8_t* source, float* target) {
  const float scale = f16_at(source), least = f16_at(source + 2);
  const uint8_t* const quants = source + 4;
  for (int i = 0; i < kBlock / 2; ++i) {
    target[i] = as_float(quants[i] & 0xF) * scale + least;
    target[i + kBlock / 2] = as_float(quants[i] >> 4) * scale + least;
  }
}

// The fifth bit of element i is bit i of a 32-bit word; 16 where it is set. One byte an element, so
// that compilers can take many at once.
struct FifthBits {
  explicit FifthBits(const uint8_t* word) {
    alignas(16) static constexpr uint8_t kBit[kBlock] = {
        1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128,
        1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    for (int byte = 0; byte < kBlock / 8; ++byte) std::memset(of + byte * 8, word[byte], 8);
    for (int i = 0; i < kBlock; ++i) of[i] = (of[i] & kBit[i]) != 0 ? 16 : 0;
  }
  uint8_t of[kBlock];
};

void q5_0_block(const uint8_t* source, float* target) {
  const float scale = f16_at(source);
  const FifthBits fifth(source + 2);
  const uint8_t* const quants = source + 6;
  for (int i = 0; i < kBlock / 2; ++i)
    target[i] = as_float(((quants[i] & 0xF) | fifth.of[i]) - 16) * scale;
  for (int i = 0; i < kBlock / 2; ++i)
    target[i + kBlock / 2] = as_float(((quants[i] >> 4) | fifth.of[i + kBlock / 2]) - 16) * scale;
}

void q5_1_block(const uint8_t* source, float* target) {
  const float scale = f16_at(source), least = f16_at(source + 2);
  const FifthBits fifth(source + 4);
  const uint8_t* const quants = source + 8;
  for (int i = 0; i < kBlock / 2; ++i)
    target[i] = as_float((quants[i] & 0xF) | fifth.of[i]) * scale + least;
  for (int i = 0; i < kBlock / 2; ++i)
    target[i + kBlock / 2] = as_float((quants[i] >> 4) | fifth.of[i + kBlock / 2]) * scale + least;
}

void q8_0_block(const uint8_t* source, float* target) {
  const float scale = f16_at(source);
  for (int i = 0; i < kBlock; ++i) target[i] = as_float(static_cast<int8_t>(source[2 + i])) * scale;
}

struct ScaleAndLeast {
  int scale, least;
};

// Eight 6-bit pairs in 12 bytes: the first four in the low six bits of bytes 0..7, of the others
// the low four bits in bytes 8..11 and the high two on top of the first.
ScaleAndLeast unpack_6_bits(const uint8_t* packed, int i) {
  if (i < 4) return {packed[i] & 63, packed[i + 4] & 63};
  return {(packed[i + 4] & 0xF) | packed[i - 4] >> 6 << 4,
          packed[i + 4] >> 4 | packed[i] >> 6 << 4};
}

// Eight groups of 32; two groups share 32 bytes, one in the low nibbles, one in the high.
void k_groups(const uint8_t* source, const uint8_t* fifth_bits, const uint8_t* quants,
              float* target) {
  const float scale = f16_at(source), least = f16_at(source + 2);
  for (int group = 0; group < kSuper / 32; ++group) {
    const ScaleAndLeast packed = unpack_6_bits(source + 4, group);
    const float d = scale * as_float(packed.scale), m = least * as_float(packed.least);
    const uint8_t* const bytes = quants + group / 2 * 32;
    for (int i = 0; i < 32; ++i) {
      const int nibble = group % 2 == 0 ? bytes[i] & 0xF : bytes[i] >> 4;
      const int fifth = fifth_bits != nullptr ? (fifth_bits[i] >> group & 1) << 4 : 0;
      target[group * 32 + i] = d * as_float(nibble | fifth) - m;
    }
  }
}

void q4_k_block(const uint8_t* source, float* target) {
  k_groups(source, nullptr, source + 16, target);
}
void q5_k_block(const uint8_t* source, float* target) {
  k_groups(source, source + 16, source + 48, target);
}

// 32 elements in two groups with scales of their own. kQuarter says which bits of the bytes.
template <int kQuarter>
void q6_k_quarter(const uint8_t* low, const uint8_t* high, const uint8_t* scales, float scale,
                  float* target) {
  for (int group = 0; group < 2; ++group) {
    const float d = scale * as_float(static_cast<int8_t>(scales[group]));
    for (int i = group * 16; i < group * 16 + 16; ++i) {
      const int nibble = kQuarter < 2 ? low[i] & 0xF : low[i] >> 4;
      target[i] = d * as_float((nibble | (high[i] >> (2 * kQuarter) & 3) << 4) - 32);
    }
  }
}

// Two halves of 128: 64 bytes of low nibbles, 32 bytes of two high bits each, 8 scales of 16
// elements.
void q6_k_block(const uint8_t* source, float* target) {
  const float scale = f16_at(source + 208);
  for (int half = 0; half < 2; ++half) {
    const uint8_t* const low = source + half * 64;
    const uint8_t* const high = source + 128 + half * 32;
    const uint8_t* const scales = source + 192 + half * 8;
    float* const out = target + half * 128;
    q6_k_quarter<0>(low, high, scales, scale, out);
    q6_k_quarter<1>(low + 32, high, scales + 2, scale, out + 32);
    q6_k_quarter<2>(low, high, scales + 4, scale, out + 64);
    q6_k_quarter<3>(low + 32, high, scales + 6, scale, out + 96);
  }
}

using BlockFunction = void (*)(const uint8_t* source, float* target);

BlockFunction block_function(DType type) {
  switch (type) {
    case DType::kF32:
      return f32_block;
    case DType::kF16:
      return f16_block;
    case DType::kBF16:
      return bf16_block;
    case DType::kQ4_0:
      return q4_0_block;
    case DType::kQ4_1:
      return q4_1_block;
    case DType::kQ5_0:
      return q5_0_block;
    case DType::kQ5_1:
      return q5_1_block;
    case DType::kQ8_0:
      return q8_0_block;
    case DType::kQ4_K:
      return q4_k_block;
    case DType::kQ5_K:
      return q5_k_block;
    case DType::kQ6_K:
      return q6_k_block;
  }
  return nullptr;
}

}  // namespace

void dequantize(DType type, const uint8_t* source, int64_t count, float* target) {
  const DTypeFacts& facts = facts_of(type);
  OCTAVO_CHECK(count >= 0 && count % facts.block_elements == 0);
  const BlockFunction block = block_function(type);
  for (int64_t i = 0; i < count; i += facts.block_elements) {
    block(source, target + i);
    source += facts.block_bytes;
  }
}

}  // namespace octavo::engine
