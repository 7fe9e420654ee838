// Codes on top of bytes, for the files of this folder that have AVX2; the rules are those of
// simd/x86_avx2.h.
#pragma once

#include "engine/kernels/int8/x86_avx2_bytes.h"

namespace octavo::engine {
namespace {

struct Avx2Codes : Avx2Bytes {
  static I eight(const uint8_t* p) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
  }
  static I spread(const uint8_t* p) {
    const I x = eight(p);
    return _mm256_or_si256(x, _mm256_slli_epi32(x, 16));
  }
  static I copies(const uint8_t* p) {
    const I x = spread(p);
    return _mm256_or_si256(x, _mm256_slli_epi32(x, 8));
  }
  static I low(I x) { return _mm256_and_si256(x, _mm256_set1_epi8(0xF)); }
  static I high(I x) { return low(_mm256_srli_epi16(x, 4)); }
  // 15 * 16 leaves no carry: one product serves both bytes of 16 bits.
  static I weights(I codes, I factor, I offset) {
    return _mm256_add_epi8(_mm256_mullo_epi16(codes, factor), offset);
  }
};

}  // namespace
}  // namespace octavo::engine
