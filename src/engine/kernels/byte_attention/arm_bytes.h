// What all variants of four lanes share; the rules are those of simd/arm_neon.h.
#pragma once

#include "engine/kernels/byte_attention/loop.h"
#include "engine/kernels/int8/arm_bytes.h"

namespace octavo::engine {
namespace {

struct ByteAttentionNeon : NeonBytes {
  static constexpr int kTileRows = 8, kTileVectors = 2;  // 16 sums, 2 of keys, 1 of queries: of 32
  static constexpr int kValueVectors = 4;                // 16 sums, 4 of values, 1 of weights
  template <int kVectors>
  static constexpr int kValueRows = 4;
  static I add_bits(I sum, F x) { return vaddq_s32(sum, vreinterpretq_s32_f32(x)); }
  static uint32_t total(I x) { return vaddvq_u32(vreinterpretq_u32_s32(x)); }
};

}  // namespace
}  // namespace octavo::engine
