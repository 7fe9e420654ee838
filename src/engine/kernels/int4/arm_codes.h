// Codes on top of bytes; the rules are those of simd/arm_neon.h.
#pragma once

#include "engine/kernels/int8/arm_bytes.h"

namespace octavo::engine {
namespace {

struct NeonCodes : NeonBytes {
  static I spread(const uint8_t* p) {
    const I x = each(p);
    return vorrq_s32(x, vshlq_n_s32(x, 16));
  }
  static I copies(const uint8_t* p) { return vmulq_n_s32(each(p), 0x01010101); }
  static I low(I x) { return vandq_s32(x, vdupq_n_s32(0x0F0F0F0F)); }
  static I high(I x) { return vreinterpretq_s32_u8(vshrq_n_u8(vreinterpretq_u8_s32(x), 4)); }
  // 15 * 16 leaves no carry: one product serves both bytes of 16 bits.
  static I weights(I codes, I factor, I offset) {
    const int16x8_t product =
        vmulq_s16(vreinterpretq_s16_s32(codes), vreinterpretq_s16_s32(factor));
    return vreinterpretq_s32_s8(
        vaddq_s8(vreinterpretq_s8_s16(product), vreinterpretq_s8_s32(offset)));
  }

 private:
  // Four bytes at p, each as a lane.
  static I each(const uint8_t* p) {
    uint32_t four;
    __builtin_memcpy(&four, p, sizeof four);
    const uint16x8_t wide = vmovl_u8(vreinterpret_u8_u32(vdup_n_u32(four)));
    return vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(wide)));
  }
};

}  // namespace
}  // namespace octavo::engine
