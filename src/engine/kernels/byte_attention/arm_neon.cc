#include "engine/kernels/byte_attention/arm_bytes.h"

namespace octavo::engine {
namespace {

struct NeonProducts : ByteAttentionNeon {
  static I dot(I sum, I a, I w) {
    return neon_add_128_times(neon_dot(sum, neon_minus_128(a), w), w);
  }
};

}  // namespace

void byte_attention_neon_keys(const PackTask& task) { BytePack<NeonProducts>::keys(task); }
void byte_attention_neon_values(const PackTask& task) { BytePack<NeonProducts>::values(task); }
void byte_attention_neon_attend(const ByteAttentionTask& task) {
  ByteAttentionLoop<NeonProducts>::run(task);
}

}  // namespace octavo::engine
