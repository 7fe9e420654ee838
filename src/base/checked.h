// Arithmetic on untrusted numbers: nullopt on overflow instead of a wrapped value.
#pragma once

#include <concepts>
#include <limits>
#include <optional>

namespace octavo {

template <std::integral T>
std::optional<T> checked_add(T a, T b) {
  T sum;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

template <std::integral T>
std::optional<T> checked_mul(T a, T b) {
  T product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

template <std::integral To, std::integral From>
std::optional<To> checked_narrow(From value) {
  To result;
  if (__builtin_add_overflow(value, From(0), &result)) return std::nullopt;
  return result;
}

}  // namespace octavo
