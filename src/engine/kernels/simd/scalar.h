// One float as a vector of one lane: the portable fallback of every loop that is written over
// vectors. See x86_avx2.h for the meaning of each function.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace octavo::engine {

struct Scalar {
  static constexpr int kLanes = 1;
  using F = float;
  static F zero() { return 0; }
  static F set(float x) { return x; }
  static F load(const float* p) { return *p; }
  static void store(float* p, F x) { *p = x; }
  static F add(F a, F b) { return a + b; }
  static F sub(F a, F b) { return a - b; }
  static F mul(F a, F b) { return a * b; }
  static F div(F a, F b) { return a / b; }
  static F sqrt(F a) { return std::sqrt(a); }
  static F max(F a, F b) { return a > b ? a : b; }
  static F min(F a, F b) { return a < b ? a : b; }
  static F abs(F a) { return std::bit_cast<float>(std::bit_cast<uint32_t>(a) & 0x7FFFFFFF); }
  static F copy_sign(F magnitude, F sign) {
    return std::bit_cast<float>((std::bit_cast<uint32_t>(magnitude) & 0x7FFFFFFF) |
                                (std::bit_cast<uint32_t>(sign) & 0x80000000));
  }
  static F select_less(F a, F b, F yes, F no) { return a < b ? yes : no; }
  static F power_of_two(F shifted) {
    return std::bit_cast<float>((std::bit_cast<uint32_t>(shifted) << 23) + 0x3F800000);
  }
  static F times_power(F x, F shifted) {
    return std::bit_cast<F>(std::bit_cast<uint32_t>(x) + (std::bit_cast<uint32_t>(shifted) << 23));
  }
  static float largest(F x) { return x; }
};

}  // namespace octavo::engine
