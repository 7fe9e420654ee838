#include "engine/kernels/simd/arm_neon.h"

#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/scaled_products.h"
#include "engine/kernels/attention/tiles.h"

namespace octavo::engine {
namespace {

struct NeonAttention : Neon {
  static constexpr int kTileRows = 12;
};

struct LoadHalves {
  using Element = uint16_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const uint16_t* p) {
    return vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)));
  }
};

struct LoadBytes {
  using Element = int8_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const int8_t* p) {
    int32_t four;
    __builtin_memcpy(&four, p, sizeof four);
    const int16x8_t wide = vmovl_s8(vreinterpret_s8_s32(vdup_n_s32(four)));
    return vcvtq_f32_s32(vmovl_s16(vget_low_s16(wide)));
  }
};

}  // namespace

void attention_neon(const AttentionTask& task) {
  AttentionLoop<AttentionTiles<NeonAttention>>::run(task);
}

void attention_neon_halves(const AttentionTaskOf<uint16_t>& task) {
  AttentionLoop<AttentionTiles<NeonAttention, LoadHalves>>::run(task);
}
void attention_neon_bytes(const AttentionTaskOf<int8_t>& task) {
  AttentionLoop<ScaledProducts<AttentionTiles<NeonAttention, LoadBytes>>>::run(task);
}

}  // namespace octavo::engine
