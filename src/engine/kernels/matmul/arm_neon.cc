#include "engine/kernels/simd/arm_neon.h"
#include "engine/kernels/simd/arm_neon_transpose.h"

#include "engine/kernels/matmul/loop.h"

namespace octavo::engine {
namespace {

struct NeonMatmul : Neon {
  static constexpr int kTileRows = 12;  // 24 sums, 2 vectors of weights and 1 of A: 27 of 32
  using Raw = uint32x4_t;

  static inline void transposed(const uint8_t* const* rows, int64_t at, Raw* raw) {
    transpose_units(rows, at, raw);
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
};

}  // namespace

void matmul_neon(const MatmulTask& task) { MatmulLoop<NeonMatmul>::run(task); }

}  // namespace octavo::engine
