// Columns of a few rows of memory as vectors; see x86_avx2.h for the rules.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace octavo::engine {
namespace {

// 8 rows of 32 bytes as an 8 x 8 matrix of 32-bit units, transposed.
inline void transpose_units(const uint8_t* const* rows, int64_t at, __m256* raw) {
  constexpr int kUnits = 8;
  __m256 line[kUnits], pair[kUnits];
#pragma GCC unroll 8
  for (int i = 0; i < kUnits; ++i)
    line[i] = _mm256_loadu_ps(reinterpret_cast<const float*>(rows[i] + at));
#pragma GCC unroll 4
  for (int i = 0; i < kUnits; i += 2) {
    pair[i] = _mm256_unpacklo_ps(line[i], line[i + 1]);
    pair[i + 1] = _mm256_unpackhi_ps(line[i], line[i + 1]);
  }
#pragma GCC unroll 2
  for (int i = 0; i < kUnits; i += 4) {
    line[i] = _mm256_shuffle_ps(pair[i], pair[i + 2], 0x44);
    line[i + 1] = _mm256_shuffle_ps(pair[i], pair[i + 2], 0xEE);
    line[i + 2] = _mm256_shuffle_ps(pair[i + 1], pair[i + 3], 0x44);
    line[i + 3] = _mm256_shuffle_ps(pair[i + 1], pair[i + 3], 0xEE);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    raw[i] = _mm256_permute2f128_ps(line[i], line[i + 4], 0x20);
    raw[i + 4] = _mm256_permute2f128_ps(line[i], line[i + 4], 0x31);
  }
}

}  // namespace
}  // namespace octavo::engine
