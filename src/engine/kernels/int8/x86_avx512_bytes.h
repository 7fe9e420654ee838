// Bytes and integers on top of sixteen floats, for the files that have AVX512-VNNI; the rules are
// those of simd/x86_avx2.h.
#pragma once

#include "engine/kernels/simd/x86_avx512f.h"

namespace octavo::engine {
namespace {

struct Avx512Bytes : Avx512F {
  using I = __m512i;
  static I zero_ints() { return _mm512_setzero_si512(); }
  static I load_ints(const void* p) { return _mm512_loadu_si512(p); }
  static void store_ints(void* p, I x) { _mm512_storeu_si512(p, x); }
  static I four(const void* p) {
    int32_t bytes;
    __builtin_memcpy(&bytes, p, sizeof bytes);
    return _mm512_set1_epi32(bytes);
  }
  static I dot(I sum, I a, I w) { return _mm512_dpbusd_epi32(sum, a, w); }
  static F without_zero(const int32_t* sums, int32_t zero, const int32_t* columns) {
    const I part = _mm512_mullo_epi32(_mm512_set1_epi32(zero), load_ints(columns));
    return _mm512_cvtepi32_ps(_mm512_sub_epi32(load_ints(sums), part));
  }
  static void store_bytes(uint8_t* p, F x) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(_mm512_castps_si512(x)));
  }
};

}  // namespace
}  // namespace octavo::engine
