// Columns of a few rows of memory as vectors; see x86_avx2.h for the rules.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace octavo::engine {
namespace {

// 16 rows of 64 bytes as a 16 x 16 matrix of 32-bit units, transposed.
inline void transpose_units(const uint8_t* const* rows, int64_t at, __m512i* raw) {
  constexpr int kUnits = 16;
  __m512i line[kUnits], pair[kUnits];
#pragma GCC unroll 16
  for (int i = 0; i < kUnits; ++i) line[i] = _mm512_loadu_si512(rows[i] + at);
#pragma GCC unroll 8
  for (int i = 0; i < kUnits; i += 2) {
    pair[i] = _mm512_unpacklo_epi32(line[i], line[i + 1]);
    pair[i + 1] = _mm512_unpackhi_epi32(line[i], line[i + 1]);
  }
  // line[4 b + c]: column 4 q + c of rows 4 b .. 4 b + 3, for each quarter q.
#pragma GCC unroll 4
  for (int i = 0; i < kUnits; i += 4) {
    line[i] = _mm512_unpacklo_epi64(pair[i], pair[i + 2]);
    line[i + 1] = _mm512_unpackhi_epi64(pair[i], pair[i + 2]);
    line[i + 2] = _mm512_unpacklo_epi64(pair[i + 1], pair[i + 3]);
    line[i + 3] = _mm512_unpackhi_epi64(pair[i + 1], pair[i + 3]);
  }
  // Quarters 0 and 2, then 1 and 3, of two row blocks together; then both pairs of blocks.
#pragma GCC unroll 4
  for (int c = 0; c < 4; ++c) {
    const __m512i even01 = _mm512_shuffle_i32x4(line[c], line[4 + c], 0x88);
    const __m512i odd01 = _mm512_shuffle_i32x4(line[c], line[4 + c], 0xDD);
    const __m512i even23 = _mm512_shuffle_i32x4(line[8 + c], line[12 + c], 0x88);
    const __m512i odd23 = _mm512_shuffle_i32x4(line[8 + c], line[12 + c], 0xDD);
    raw[c] = _mm512_shuffle_i32x4(even01, even23, 0x88);
    raw[4 + c] = _mm512_shuffle_i32x4(odd01, odd23, 0x88);
    raw[8 + c] = _mm512_shuffle_i32x4(even01, even23, 0xDD);
    raw[12 + c] = _mm512_shuffle_i32x4(odd01, odd23, 0xDD);
  }
}

}  // namespace
}  // namespace octavo::engine
