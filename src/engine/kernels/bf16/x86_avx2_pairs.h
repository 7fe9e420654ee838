// Eight pairs of bf16, without instructions for them: each is two floats that are widened.
#pragma once

#include "engine/kernels/simd/x86_avx2.h"

namespace octavo::engine {
namespace {

struct Avx2Pairs : Avx2 {
  using P = __m256i;
  static P load_pairs(const uint16_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store_pairs(uint16_t* p, P x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
  static P both(const uint16_t* p) {
    int32_t pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return _mm256_set1_epi32(pair);
  }
  static P round(F first, F second) {
    const P packed = _mm256_packus_epi32(upper_halves(first), upper_halves(second));
    // Within each 128 bits the packed values of both stand beside each other.
    return _mm256_permute4x64_epi64(packed, 0xD8);
  }
  static F dot(F sum, P a, P w) { return fma(lower(a), lower(w), fma(upper(a), upper(w), sum)); }

 private:
  static F lower(P x) { return _mm256_castsi256_ps(_mm256_slli_epi32(x, 16)); }
  static F upper(P x) {
    return _mm256_castsi256_ps(_mm256_and_si256(x, _mm256_set1_epi32(-0x10000)));
  }
  // Rounded to nearest even; a NaN stays one.
  static P upper_halves(F x) {
    const P bits = _mm256_castps_si256(x);
    const P odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    const P rounded = _mm256_add_epi32(bits, _mm256_add_epi32(odd, _mm256_set1_epi32(0x7FFF)));
    const P quiet = _mm256_or_si256(bits, _mm256_set1_epi32(0x400000));
    const P is_nan = _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q));
    return _mm256_srli_epi32(_mm256_blendv_epi8(rounded, quiet, is_nan), 16);
  }
};

}  // namespace
}  // namespace octavo::engine
