// Bytes and integers on top of four floats; the rules are those of simd/arm_neon.h.
#pragma once

#include "engine/kernels/simd/arm_neon.h"

namespace octavo::engine {
namespace {

struct NeonBytes : Neon {
  using I = int32x4_t;
  static I zero_ints() { return vdupq_n_s32(0); }
  static I load_ints(const void* p) {
    return vreinterpretq_s32_u8(vld1q_u8(static_cast<const uint8_t*>(p)));
  }
  static void store_ints(void* p, I x) {
    vst1q_u8(static_cast<uint8_t*>(p), vreinterpretq_u8_s32(x));
  }
  static I four(const void* p) {
    int32_t bytes;
    __builtin_memcpy(&bytes, p, sizeof bytes);
    return vdupq_n_s32(bytes);
  }
  static F to_floats(I x) { return vcvtq_f32_s32(x); }
  static F without_zero(const int32_t* sums, int32_t zero, const int32_t* columns) {
    return vcvtq_f32_s32(vmlsq_n_s32(load_ints(sums), load_ints(columns), zero));
  }
  static void store_bytes(uint8_t* p, F x) {
    const uint16x4_t words = vmovn_u32(vreinterpretq_u32_f32(x));
    const uint8x8_t bytes = vmovn_u16(vcombine_u16(words, words));
    const uint32_t four = vget_lane_u32(vreinterpret_u32_u8(bytes), 0);
    __builtin_memcpy(p, &four, sizeof four);
  }
};

// Unsigned bytes as signed ones.
inline int32x4_t neon_minus_128(int32x4_t unsigned_bytes) {
  return veorq_s32(unsigned_bytes, vdupq_n_s32(static_cast<int32_t>(0x80808080)));
}

// Products of signed bytes alone: the unsigned ones move down by 128, and what that takes away,
// 128 times the sum of the weights, comes back with the zero point's part.
struct NeonShiftedBytes : NeonBytes {
  static I four(const void* p) { return neon_minus_128(NeonBytes::four(p)); }
  static F without_zero(const int32_t* sums, int32_t zero, const int32_t* columns) {
    return NeonBytes::without_zero(sums, zero - 128, columns);
  }
};

// Sum of four products of signed bytes for each lane, without an instruction for it. Weights are
// above -128: two products of the same sign fit 16 bits.
inline int32x4_t neon_dot(int32x4_t sum, int32x4_t a, int32x4_t w) {
  const int8x16_t x = vreinterpretq_s8_s32(a), y = vreinterpretq_s8_s32(w);
  const int16x8_t low = vmull_s8(vget_low_s8(x), vget_low_s8(y)), high = vmull_high_s8(x, y);
  return vpadalq_s16(sum, vpaddq_s16(low, high));
}

// 128 times the sum of each lane's four bytes.
inline int32x4_t neon_add_128_times(int32x4_t sum, int32x4_t w) {
  return vpadalq_s16(sum, vshlq_n_s16(vpaddlq_s8(vreinterpretq_s8_s32(w)), 7));
}

}  // namespace
}  // namespace octavo::engine
