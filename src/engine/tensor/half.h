// 16-bit floats by their bits: IEEE 754 binary16 and bfloat16. Every value of 16 bits is exact in
// f32, subnormals, infinities and the payload of NaNs included; the way back rounds to nearest
// even. Scalar and portable: the reference that vector conversions are tested against.
#pragma once

#include <bit>
#include <cstdint>

namespace octavo::engine {

inline float float_from_bf16(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }

inline float float_from_f16(uint16_t bits) {
  const uint32_t sign = uint32_t(bits & 0x8000) << 16;
  const uint32_t exponent = bits >> 10 & 0x1F;
  const uint32_t fraction = bits & 0x3FF;
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000 | fraction << 13);
  // Zero and subnormals: fraction * 2^-24 is a normal f32, and the product is exact.
  if (exponent == 0)
    return std::bit_cast<float>(std::bit_cast<uint32_t>(static_cast<float>(fraction) * 0x1p-24f) |
                                sign);
  return std::bit_cast<float>(sign | (exponent + 127 - 15) << 23 | fraction << 13);
}

// A NaN stays a NaN: rounding must not carry its payload into infinity.
inline uint16_t bf16_from_float(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7FFFFFFF) > 0x7F800000) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

inline uint16_t f16_from_float(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000)
    return static_cast<uint16_t>(sign | 0x7E00 | (magnitude >> 13 & 0x3FF));
  // From 65520 on, the nearest value is infinity.
  if (magnitude >= 0x477FF000) return sign | 0x7C00;
  // Below 2^-14 the result is a multiple of 2^-24: adding 2^-1 leaves exactly those bits, rounded.
  if (magnitude < 0x38800000) {
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3F000000));
  }
  const uint32_t rounded = magnitude - ((127 - 15) << 23) + 0xFFF + (magnitude >> 13 & 1);
  return static_cast<uint16_t>(sign | rounded >> 13);
}

}  // namespace octavo::engine
