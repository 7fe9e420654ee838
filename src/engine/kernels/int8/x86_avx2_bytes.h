// Bytes and integers on top of eight floats, for the files of this folder that have AVX2; the rules
// are those of simd/x86_avx2.h.
#pragma once

#include "engine/kernels/simd/x86_avx2.h"

namespace octavo::engine {
namespace {

struct Avx2Bytes : Avx2 {
  using I = __m256i;
  static I zero_ints() { return _mm256_setzero_si256(); }
  static I load_ints(const void* p) { return _mm256_loadu_si256(static_cast<const I*>(p)); }
  static void store_ints(void* p, I x) { _mm256_storeu_si256(static_cast<I*>(p), x); }
  static I four(const void* p) {
    int32_t bytes;
    __builtin_memcpy(&bytes, p, sizeof bytes);
    return _mm256_set1_epi32(bytes);
  }
  static F without_zero(const int32_t* sums, int32_t zero, const int32_t* columns) {
    const I part = _mm256_mullo_epi32(_mm256_set1_epi32(zero), load_ints(columns));
    return _mm256_cvtepi32_ps(_mm256_sub_epi32(load_ints(sums), part));
  }
  static void store_bytes(uint8_t* p, F x) {
    const I low = _mm256_and_si256(_mm256_castps_si256(x), _mm256_set1_epi32(0xFF));
    const __m128i words =
        _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packus_epi16(words, words));
  }
};

}  // namespace
}  // namespace octavo::engine
