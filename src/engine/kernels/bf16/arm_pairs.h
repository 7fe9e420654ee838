// Four pairs of bf16, without instructions for them: each is two floats that are widened.
#pragma once

#include "engine/kernels/simd/arm_neon.h"

namespace octavo::engine {
namespace {

struct NeonPairs : Neon {
  using P = uint32x4_t;
  static P load_pairs(const uint16_t* p) { return vreinterpretq_u32_u16(vld1q_u16(p)); }
  static void store_pairs(uint16_t* p, P x) { vst1q_u16(p, vreinterpretq_u16_u32(x)); }
  static P both(const uint16_t* p) {
    uint32_t pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return vdupq_n_u32(pair);
  }
  static P round(F first, F second) {
    return vreinterpretq_u32_u16(vcombine_u16(upper_halves(first), upper_halves(second)));
  }
  static F dot(F sum, P a, P w) { return fma(lower(a), lower(w), fma(upper(a), upper(w), sum)); }

 private:
  static F lower(P x) { return vreinterpretq_f32_u32(vshlq_n_u32(x, 16)); }
  static F upper(P x) { return vreinterpretq_f32_u32(vandq_u32(x, vdupq_n_u32(0xFFFF0000))); }
  // Rounded to nearest even; a NaN stays one.
  static uint16x4_t upper_halves(F x) {
    const P bits = vreinterpretq_u32_f32(x);
    const P odd = vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(1));
    const P rounded = vaddq_u32(bits, vaddq_u32(odd, vdupq_n_u32(0x7FFF)));
    const P quiet = vorrq_u32(bits, vdupq_n_u32(0x400000));
    return vshrn_n_u32(vbslq_u32(vceqq_f32(x, x), rounded, quiet), 16);
  }
};

}  // namespace
}  // namespace octavo::engine
