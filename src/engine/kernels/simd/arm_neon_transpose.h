// Columns of a few rows of memory as vectors; see arm_neon.h for the rules.
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace octavo::engine {
namespace {

inline uint32x4_t low_halves(uint32x4_t a, uint32x4_t b) {
  return vreinterpretq_u32_u64(vtrn1q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b)));
}
inline uint32x4_t high_halves(uint32x4_t a, uint32x4_t b) {
  return vreinterpretq_u32_u64(vtrn2q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b)));
}

// 4 rows of 16 bytes as a 4 x 4 matrix of 32-bit units, transposed.
inline void transpose_units(const uint8_t* const* rows, int64_t at, uint32x4_t* raw) {
  constexpr int kUnits = 4;
  uint32x4_t line[kUnits];
#pragma GCC unroll 4
  for (int i = 0; i < kUnits; ++i) line[i] = vreinterpretq_u32_u8(vld1q_u8(rows[i] + at));
  const uint32x4_t even01 = vtrn1q_u32(line[0], line[1]), odd01 = vtrn2q_u32(line[0], line[1]);
  const uint32x4_t even23 = vtrn1q_u32(line[2], line[3]), odd23 = vtrn2q_u32(line[2], line[3]);
  raw[0] = low_halves(even01, even23);
  raw[1] = low_halves(odd01, odd23);
  raw[2] = high_halves(even01, even23);
  raw[3] = high_halves(odd01, odd23);
}

}  // namespace
}  // namespace octavo::engine
