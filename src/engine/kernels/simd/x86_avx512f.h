// Sixteen floats; see x86_avx2.h for the rules and the meaning of each function.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace octavo::engine {
namespace {

struct Avx512F {
  static constexpr int kLanes = 16;
  using F = __m512;
  static F zero() { return _mm512_setzero_ps(); }
  static F set(float x) { return _mm512_set1_ps(x); }
  static F load(const float* p) { return _mm512_loadu_ps(p); }
  static void store(float* p, F x) { _mm512_storeu_ps(p, x); }
  static F add(F a, F b) { return _mm512_add_ps(a, b); }
  static F sub(F a, F b) { return _mm512_sub_ps(a, b); }
  static F mul(F a, F b) { return _mm512_mul_ps(a, b); }
  static F div(F a, F b) { return _mm512_div_ps(a, b); }
  static F sqrt(F a) { return _mm512_sqrt_ps(a); }
  static F fma(F a, F b, F c) { return _mm512_fmadd_ps(a, b, c); }
  static F max(F a, F b) { return _mm512_max_ps(a, b); }
  static F min(F a, F b) { return _mm512_min_ps(a, b); }
  static F abs(F a) { return _mm512_abs_ps(a); }
  static F copy_sign(F magnitude, F sign) {
    const __m512i bit = _mm512_set1_epi32(INT32_MIN);
    return _mm512_castsi512_ps(_mm512_or_epi32(_mm512_castps_si512(_mm512_abs_ps(magnitude)),
                                               _mm512_and_epi32(bit, _mm512_castps_si512(sign))));
  }
  static F select_less(F a, F b, F yes, F no) {
    return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ), no, yes);
  }
  static F power_of_two(F shifted) {
    return _mm512_castsi512_ps(_mm512_add_epi32(_mm512_slli_epi32(_mm512_castps_si512(shifted), 23),
                                                _mm512_set1_epi32(0x3F800000)));
  }
  static F times_power(F x, F shifted) {
    return _mm512_castsi512_ps(_mm512_add_epi32(
        _mm512_castps_si512(x), _mm512_slli_epi32(_mm512_castps_si512(shifted), 23)));
  }
  // Of all lanes.
  static float largest(F x) { return _mm512_reduce_max_ps(x); }
};

}  // namespace
}  // namespace octavo::engine
