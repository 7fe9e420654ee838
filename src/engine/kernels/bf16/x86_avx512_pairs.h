// Sixteen pairs of bf16. Only for files built with the flags of AVX512-BF16.
#pragma once

#include "engine/kernels/simd/x86_avx512f.h"

namespace octavo::engine {
namespace {

struct Avx512Pairs : Avx512F {
  using P = __m512i;
  static P load_pairs(const uint16_t* p) { return _mm512_loadu_si512(p); }
  static void store_pairs(uint16_t* p, P x) { _mm512_storeu_si512(p, x); }
  static P both(const uint16_t* p) {
    int32_t pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return _mm512_set1_epi32(pair);
  }
  static P round(F first, F second) {
    return reinterpret_cast<P>(_mm512_cvtne2ps_pbh(second, first));
  }
  static F dot(F sum, P a, P w) {
    sum = _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(a), reinterpret_cast<__m512bh>(w));
    // Compilers like to move sums that are needed later to other registers, or to memory, in every
    // step.
    asm("" : "+v"(sum));
    return sum;
  }
};

}  // namespace
}  // namespace octavo::engine
