#include "engine/kernels/simd/arm_neon.h"

#include "engine/kernels/matmul/loop.h"

namespace octavo::engine {
namespace {

struct NeonMatmul : Neon {
  static constexpr int kTileRows = 12;  // 24 sums, 2 vectors of weights and 1 of A: 27 of 32
  using Raw = uint32x4_t;

  // 4 rows of 16 bytes as a 4 x 4 matrix of 32-bit units, transposed.
  static inline void transposed(const uint8_t* const* rows, int64_t at, Raw* raw) {
    uint32x4_t line[kLanes];
#pragma GCC unroll 4
    for (int i = 0; i < kLanes; ++i) line[i] = vreinterpretq_u32_u8(vld1q_u8(rows[i] + at));
    const uint32x4_t even01 = vtrn1q_u32(line[0], line[1]), odd01 = vtrn2q_u32(line[0], line[1]);
    const uint32x4_t even23 = vtrn1q_u32(line[2], line[3]), odd23 = vtrn2q_u32(line[2], line[3]);
    raw[0] = low_halves(even01, even23);
    raw[1] = low_halves(odd01, odd23);
    raw[2] = high_halves(even01, even23);
    raw[3] = high_halves(odd01, odd23);
  }

  // Depth s of a step; 16-bit formats have two depths in one 32-bit unit, the lower one first.
  template <class Format>
  static inline F widened(const Raw* raw, int s) {
    if constexpr (Format::kBytes == 4)
      return vreinterpretq_f32_u32(raw[s]);
    else
      return half(Format{}, raw[s / 2], s % 2 == 1);
  }
  static inline F half(BF16Weights, uint32x4_t both, bool upper) {
    return vreinterpretq_f32_u32(upper ? vandq_u32(both, vdupq_n_u32(0xFFFF0000))
                                       : vshlq_n_u32(both, 16));
  }
  static inline F half(F16Weights, uint32x4_t both, bool upper) {
    const uint16x4_t bits = upper ? vshrn_n_u32(both, 16) : vmovn_u32(both);
    return vcvt_f32_f16(vreinterpret_f16_u16(bits));
  }

 private:
  static inline uint32x4_t low_halves(uint32x4_t a, uint32x4_t b) {
    return vreinterpretq_u32_u64(vtrn1q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b)));
  }
  static inline uint32x4_t high_halves(uint32x4_t a, uint32x4_t b) {
    return vreinterpretq_u32_u64(vtrn2q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b)));
  }
};

}  // namespace

void matmul_neon(const MatmulTask& task) { MatmulLoop<NeonMatmul>::run(task); }

}  // namespace octavo::engine
