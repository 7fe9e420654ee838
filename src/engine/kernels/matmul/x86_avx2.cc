#include "engine/kernels/simd/x86_avx2.h"
#include "engine/kernels/simd/x86_avx2_transpose.h"

#include "engine/kernels/matmul/loop.h"

namespace octavo::engine {
namespace {

struct Avx2Matmul : Avx2 {
  static constexpr int kTileRows = 6;  // 12 sums, 2 vectors of weights and 1 of A: 15 of 16
  using Raw = __m256;

  static inline void transposed(const uint8_t* const* rows, int64_t at, Raw* raw) {
    transpose_units(rows, at, raw);
  }

  // Depth s of a step; 16-bit formats have two depths in one 32-bit unit, the lower one first.
  template <class Format>
  static inline F widened(const Raw* raw, int s) {
    if constexpr (Format::kBytes == 4) {
      return raw[s];
    } else {
      const __m256i both = _mm256_castps_si256(raw[s / 2]);
      return half(Format{}, both, s % 2 == 1);
    }
  }
  static inline F half(BF16Weights, __m256i both, bool upper) {
    return _mm256_castsi256_ps(upper ? _mm256_and_si256(both, _mm256_set1_epi32(-0x10000))
                                     : _mm256_slli_epi32(both, 16));
  }
  static inline F half(F16Weights, __m256i both, bool upper) {
    const __m256i low =
        upper ? _mm256_srli_epi32(both, 16) : _mm256_and_si256(both, _mm256_set1_epi32(0xFFFF));
    // Within each 128 bits the four values move together, then the two halves.
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(low, low), 0x08);
    return _mm256_cvtph_ps(_mm256_castsi256_si128(packed));
  }
};

}  // namespace

void matmul_avx2(const MatmulTask& task) { MatmulLoop<Avx2Matmul>::run(task); }

}  // namespace octavo::engine
