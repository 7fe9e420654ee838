#include "engine/kernels/byte_attention/arm_bytes.h"

namespace octavo::engine {
namespace {

struct MixedProducts : ByteAttentionNeon {
  static I dot(I sum, I a, I w) {
    return vusdotq_s32(sum, vreinterpretq_u8_s32(a), vreinterpretq_s8_s32(w));
  }
};

}  // namespace

void byte_attention_i8mm_keys(const PackTask& task) { BytePack<MixedProducts>::keys(task); }
void byte_attention_i8mm_values(const PackTask& task) { BytePack<MixedProducts>::values(task); }
void byte_attention_i8mm_attend(const ByteAttentionTask& task) {
  ByteAttentionLoop<MixedProducts>::run(task);
}

}  // namespace octavo::engine
