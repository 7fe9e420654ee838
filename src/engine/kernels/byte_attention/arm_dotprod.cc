#include "engine/kernels/byte_attention/arm_bytes.h"

namespace octavo::engine {
namespace {

struct DotProducts : ByteAttentionNeon {
  static I dot(I sum, I a, I w) {
    // Signed products alone: 128 times the weights are added in two halves, as 128 is no such byte.
    const int8x16_t half = vdupq_n_s8(64), weights = vreinterpretq_s8_s32(w);
    sum = vdotq_s32(vdotq_s32(sum, half, weights), half, weights);
    return vdotq_s32(sum, vreinterpretq_s8_s32(neon_minus_128(a)), weights);
  }
};

}  // namespace

void byte_attention_dotprod_keys(const PackTask& task) { BytePack<DotProducts>::keys(task); }
void byte_attention_dotprod_values(const PackTask& task) { BytePack<DotProducts>::values(task); }
void byte_attention_dotprod_attend(const ByteAttentionTask& task) {
  ByteAttentionLoop<DotProducts>::run(task);
}

}  // namespace octavo::engine
