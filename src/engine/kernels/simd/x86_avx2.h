// Eight floats. Only for files built with the flags of this instruction set; all is local to the
// file, or the linker might keep this copy for callers on older CPUs.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace octavo::engine {
namespace {

struct Avx2 {
  static constexpr int kLanes = 8;
  using F = __m256;
  static F zero() { return _mm256_setzero_ps(); }
  static F set(float x) { return _mm256_set1_ps(x); }
  static F load(const float* p) { return _mm256_loadu_ps(p); }
  static void store(float* p, F x) { _mm256_storeu_ps(p, x); }
  static F add(F a, F b) { return _mm256_add_ps(a, b); }
  static F sub(F a, F b) { return _mm256_sub_ps(a, b); }
  static F mul(F a, F b) { return _mm256_mul_ps(a, b); }
  static F div(F a, F b) { return _mm256_div_ps(a, b); }
  static F sqrt(F a) { return _mm256_sqrt_ps(a); }
  // a * b + c, rounded once.
  static F fma(F a, F b, F c) { return _mm256_fmadd_ps(a, b, c); }
  // a > b ? a : b and a < b ? a : b: the second operand when one is NaN.
  static F max(F a, F b) { return _mm256_max_ps(a, b); }
  static F min(F a, F b) { return _mm256_min_ps(a, b); }
  static F abs(F a) { return _mm256_andnot_ps(set(-0.0f), a); }
  static F copy_sign(F magnitude, F sign) {
    return _mm256_or_ps(abs(magnitude), _mm256_and_ps(set(-0.0f), sign));
  }
  // a < b ? yes : no; `no` when one is NaN.
  static F select_less(F a, F b, F yes, F no) {
    return _mm256_blendv_ps(no, yes, _mm256_cmp_ps(a, b, _CMP_LT_OQ));
  }
  // 2^n for a whole n in [-126, 127] given as 1.5 * 2^23 + n.
  static F power_of_two(F shifted) {
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_slli_epi32(_mm256_castps_si256(shifted), 23),
                                                _mm256_set1_epi32(0x3F800000)));
  }
  // x * 2^n for n in the same form, by adding to the exponent: x and the result are normal.
  static F times_power(F x, F shifted) {
    return _mm256_castsi256_ps(_mm256_add_epi32(
        _mm256_castps_si256(x), _mm256_slli_epi32(_mm256_castps_si256(shifted), 23)));
  }
};

}  // namespace
}  // namespace octavo::engine
