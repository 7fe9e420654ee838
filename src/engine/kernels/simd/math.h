// exp, erf and sigmoid over any vector type V. Only operations that IEEE 754 rounds in one way are
// used, and no fused multiply-add, so that every instruction set gives the same bits. NaN in, NaN
// out. Coefficients: tools/reference/fit_polynomials.py. Errors: simd_math_test.cc.
#pragma once

namespace octavo::engine {

// At most 2 units in the last place where the result is normal; 0 below (never a subnormal), and
// e^88 above 88.
template <class V>
typename V::F exp(typename V::F x) {
  using F = typename V::F;
  const F lowest = V::set(-87.33654f);  // ln 2^-126
  const F clamped = V::min(V::set(88.0f), V::max(lowest, x));
  // x = n ln 2 + r: adding 1.5 * 2^23 rounds to a whole number. ln 2 in two parts, the first of few
  // bits so that n times it is exact.
  const F shift = V::set(12582912.0f);
  const F shifted = V::add(V::mul(clamped, V::set(1.44269504f)), shift);
  const F n = V::sub(shifted, shift);
  F r = V::sub(clamped, V::mul(n, V::set(0.693359375f)));
  r = V::sub(r, V::mul(n, V::set(-2.12194440e-4f)));
  F p = V::set(0.00139467558f);
  p = V::add(V::mul(p, r), V::set(0.00836934336f));
  p = V::add(V::mul(p, r), V::set(0.0416662581f));
  p = V::add(V::mul(p, r), V::set(0.166665137f));
  p = V::add(V::mul(p, r), V::set(0.5f));
  p = V::add(V::add(V::mul(V::mul(r, r), p), r), V::set(1.0f));
  return V::select_less(x, lowest, V::zero(), V::mul(p, V::power_of_two(shifted)));
}

// 1 / (1 + e^-x)
template <class V>
typename V::F sigmoid(typename V::F x) {
  const typename V::F one = V::set(1.0f);
  return V::div(one, V::add(one, exp<V>(V::sub(V::zero(), x))));
}

// Absolute error below 2e-7.
template <class V>
typename V::F erf(typename V::F x) {
  using F = typename V::F;
  const F magnitude = V::abs(x);
  // |x| <= 1: an odd polynomial.
  const F square = V::mul(x, x);
  F p = V::set(7.89812693e-05f);
  p = V::add(V::mul(p, square), V::set(-0.000802432594f));
  p = V::add(V::mul(p, square), V::set(0.00519004976f));
  p = V::add(V::mul(p, square), V::set(-0.0268548056f));
  p = V::add(V::mul(p, square), V::set(0.112836123f));
  p = V::add(V::mul(p, square), V::set(-0.376126289f));
  p = V::add(V::mul(p, square), V::set(1.12837923f));
  const F small = V::mul(p, x);
  // |x| > 1: 1 - e^-q; from 4 on erfc is less than half a unit in the last place of 1.
  const F t = V::min(V::set(4.0f), magnitude);
  F q = V::set(1.82845088e-05f);
  q = V::add(V::mul(q, t), V::set(-0.00039661245f));
  q = V::add(V::mul(q, t), V::set(0.00395901781f));
  q = V::add(V::mul(q, t), V::set(-0.0244784597f));
  q = V::add(V::mul(q, t), V::set(0.107150242f));
  q = V::add(V::mul(q, t), V::set(0.634509265f));
  q = V::add(V::mul(q, t), V::set(1.12886798f));
  q = V::add(V::mul(q, t), V::set(-2.42708338e-05f));
  const F large = V::copy_sign(V::sub(V::set(1.0f), exp<V>(V::sub(V::zero(), q))), x);
  return V::select_less(V::set(1.0f), magnitude, large, small);
}

}  // namespace octavo::engine
