// Four floats, as every 64-bit ARM processor has them; see x86_avx2.h for the meaning of each
// function. All is local to the file: some are built with the flags of more instructions.
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace octavo::engine {
namespace {

struct Neon {
  static constexpr int kLanes = 4;
  using F = float32x4_t;
  static F zero() { return vdupq_n_f32(0); }
  static F set(float x) { return vdupq_n_f32(x); }
  static F load(const float* p) { return vld1q_f32(p); }
  static void store(float* p, F x) { vst1q_f32(p, x); }
  static F add(F a, F b) { return vaddq_f32(a, b); }
  static F sub(F a, F b) { return vsubq_f32(a, b); }
  static F mul(F a, F b) { return vmulq_f32(a, b); }
  static F div(F a, F b) { return vdivq_f32(a, b); }
  static F sqrt(F a) { return vsqrtq_f32(a); }
  static F fma(F a, F b, F c) { return vfmaq_f32(c, a, b); }
  // The instructions for the larger and the smaller have other rules for NaN.
  static F max(F a, F b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
  static F min(F a, F b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
  static F abs(F a) { return vabsq_f32(a); }
  static F copy_sign(F magnitude, F sign) {
    return vbslq_f32(vdupq_n_u32(0x80000000), sign, magnitude);
  }
  static F select_less(F a, F b, F yes, F no) { return vbslq_f32(vcltq_f32(a, b), yes, no); }
  static F power_of_two(F shifted) {
    return vreinterpretq_f32_s32(
        vaddq_s32(vshlq_n_s32(vreinterpretq_s32_f32(shifted), 23), vdupq_n_s32(0x3F800000)));
  }
  static F times_power(F x, F shifted) {
    return vreinterpretq_f32_s32(
        vaddq_s32(vreinterpretq_s32_f32(x), vshlq_n_s32(vreinterpretq_s32_f32(shifted), 23)));
  }
  // Of all lanes.
  static float largest(F x) { return vmaxvq_f32(x); }
};

}  // namespace
}  // namespace octavo::engine
