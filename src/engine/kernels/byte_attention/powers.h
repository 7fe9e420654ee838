// Powers of 2 for byte_attention.h, over a vector type V that adds to its arithmetic (simd/)
//   fma(a, b, c)        a * b + c, rounded once
// Polynomials of least relative error on |f| <= 1/2. Errors: byte_attention_test.cc.
#pragma once

#include <cstdint>

namespace octavo::engine {

// What byte_weight adds to the bits of its whole number: those of 2^23.
inline constexpr uint32_t kByteWeightBits = 0x4B000000;

// y = whole number + f: the number as 1.5 * 2^23 + n, which rounds.
template <class V>
struct PowerParts {
  typename V::F shifted, f;
  explicit PowerParts(typename V::F y) {
    const typename V::F shift = V::set(12582912);
    shifted = V::add(y, shift);
    f = V::sub(y, V::sub(shifted, shift));
  }
};

// 255 * 2^y rounded to a whole number, for y up to 0, in the lowest bits. The power's relative
// error is below 7.6e-5. NaN counts as nothing.
template <class V>
[[gnu::always_inline]] inline typename V::F byte_weight(typename V::F y) {
  using F = typename V::F;
  // A weight below 2^-24 is less than half a step.
  const PowerParts<V> parts(V::max(y, V::set(-24)));
  F p = V::set(255 * 0.0551716685f);
  p = V::fma(p, parts.f, V::set(255 * 0.24261114f));
  p = V::fma(p, parts.f, V::set(255 * 0.693260968f));
  p = V::fma(p, parts.f, V::set(255 * 0.999928057f));
  return V::add(V::times_power(p, parts.shifted), V::set(8388608));
}

// 2^y for y up to 127, with a relative error below 3e-7; 0 below -126. NaN in, NaN out.
template <class V>
inline typename V::F power_of_two(typename V::F y) {
  using F = typename V::F;
  const F lowest = V::set(-126);
  const PowerParts<V> parts(V::max(lowest, y));
  F p = V::set(0.00132764725f);
  p = V::fma(p, parts.f, V::set(0.00967554189f));
  p = V::fma(p, parts.f, V::set(0.0555071309f));
  p = V::fma(p, parts.f, V::set(0.240221202f));
  p = V::fma(p, parts.f, V::set(0.693146944f));
  p = V::fma(p, parts.f, V::set(1));
  return V::select_less(y, lowest, V::zero(), V::mul(p, V::power_of_two(parts.shifted)));
}

}  // namespace octavo::engine
