#include "engine/kernels/simd/x86_avx512f.h"

#include "engine/kernels/matmul/loop.h"

namespace octavo::engine {
namespace {

struct Avx512Matmul : Avx512F {
  static constexpr int kTileRows = 12;  // 24 sums, 2 vectors of weights: 26 of 32
  using Raw = __m512i;

  // 16 rows of 64 bytes as a 16 x 16 matrix of 32-bit units, transposed.
  static inline void transposed(const uint8_t* const* rows, int64_t at, Raw* raw) {
    Raw line[kLanes], pair[kLanes];
#pragma GCC unroll 16
    for (int i = 0; i < kLanes; ++i) line[i] = _mm512_loadu_si512(rows[i] + at);
#pragma GCC unroll 8
    for (int i = 0; i < kLanes; i += 2) {
      pair[i] = _mm512_unpacklo_epi32(line[i], line[i + 1]);
      pair[i + 1] = _mm512_unpackhi_epi32(line[i], line[i + 1]);
    }
    // line[4 b + c]: column 4 q + c of rows 4 b .. 4 b + 3, for each quarter q.
#pragma GCC unroll 4
    for (int i = 0; i < kLanes; i += 4) {
      line[i] = _mm512_unpacklo_epi64(pair[i], pair[i + 2]);
      line[i + 1] = _mm512_unpackhi_epi64(pair[i], pair[i + 2]);
      line[i + 2] = _mm512_unpacklo_epi64(pair[i + 1], pair[i + 3]);
      line[i + 3] = _mm512_unpackhi_epi64(pair[i + 1], pair[i + 3]);
    }
    // Quarters 0 and 2, then 1 and 3, of two row blocks together; then both pairs of blocks.
#pragma GCC unroll 4
    for (int c = 0; c < 4; ++c) {
      const Raw even01 = _mm512_shuffle_i32x4(line[c], line[4 + c], 0x88);
      const Raw odd01 = _mm512_shuffle_i32x4(line[c], line[4 + c], 0xDD);
      const Raw even23 = _mm512_shuffle_i32x4(line[8 + c], line[12 + c], 0x88);
      const Raw odd23 = _mm512_shuffle_i32x4(line[8 + c], line[12 + c], 0xDD);
      raw[c] = _mm512_shuffle_i32x4(even01, even23, 0x88);
      raw[4 + c] = _mm512_shuffle_i32x4(odd01, odd23, 0x88);
      raw[8 + c] = _mm512_shuffle_i32x4(even01, even23, 0xDD);
      raw[12 + c] = _mm512_shuffle_i32x4(odd01, odd23, 0xDD);
    }
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
