// Keys and values in fewer bits, to sixteen floats. Only for files built with the flags of
// AVX512F.
#pragma once

#include "engine/kernels/simd/tile.h"
#include "engine/kernels/simd/x86_avx512f.h"

namespace octavo::engine {
namespace {

struct LoadHalves {
  using Element = uint16_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const uint16_t* p) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
};

struct LoadBytes {
  using Element = int8_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const int8_t* p) {
    return _mm512_cvtepi32_ps(
        _mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
  }
};

}  // namespace
}  // namespace octavo::engine
