// What both variants of eight lanes share; the rules are those of simd/x86_avx2.h.
#pragma once

#include "engine/kernels/byte_attention/loop.h"
#include "engine/kernels/int8/x86_avx2_bytes.h"

namespace octavo::engine {
namespace {

struct ByteAttentionAvx2 : Avx2Bytes {
  static F to_floats(I x) { return _mm256_cvtepi32_ps(x); }
  static I add_bits(I sum, F x) { return _mm256_add_epi32(sum, _mm256_castps_si256(x)); }
  static uint32_t total(I x) {
    uint32_t lanes[kLanes], sum = 0;
    store_ints(lanes, x);
    for (const uint32_t lane : lanes) sum += lane;
    return sum;
  }
  static float largest(F x) {
    const __m128 half = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    const __m128 pair = _mm_max_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_max_ss(pair, _mm_movehdup_ps(pair)));
  }
};

}  // namespace
}  // namespace octavo::engine
