#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/simd/x86_avx512f_transpose.h"

#include "engine/kernels/matmul/loop.h"

namespace octavo::engine {
namespace {

struct Avx512Matmul : Avx512F {
  static constexpr int kTileRows = 12;  // 24 sums, 2 vectors of weights: 26 of 32
  using Raw = __m512i;

  static inline void transposed(const uint8_t* const* rows, int64_t at, Raw* raw) {
    transpose_units(rows, at, raw);
  }

  template <class Format>
  static inline F widened(const Raw* raw, int s) {
    if constexpr (Format::kBytes == 4)
      return _mm512_castsi512_ps(raw[s]);
    else
      return half(Format{}, raw[s / 2], s % 2 == 1);
  }
  static inline F half(BF16Weights, __m512i both, bool upper) {
    return _mm512_castsi512_ps(upper ? _mm512_and_epi32(both, _mm512_set1_epi32(-0x10000))
                                     : _mm512_slli_epi32(both, 16));
  }
  static inline F half(F16Weights, __m512i both, bool upper) {
    return _mm512_cvtph_ps(_mm512_cvtepi32_epi16(upper ? _mm512_srli_epi32(both, 16) : both));
  }
};

}  // namespace

void matmul_avx512f(const MatmulTask& task) { MatmulLoop<Avx512Matmul>::run(task); }

}  // namespace octavo::engine
