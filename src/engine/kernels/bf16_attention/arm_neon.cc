#include "engine/kernels/bf16/arm_pairs.h"
#include "engine/kernels/bf16_attention/loop.h"

namespace octavo::engine {
namespace {

struct NeonBf16 : NeonPairs {
  // 16 sums, 4 of keys or values, 2 of queries or weights: 22 of 32
  static constexpr int kTileRows = 8, kValueVectors = 4;
  template <int kWide>
  static constexpr int kValueRows = 4;
};

}  // namespace

void bf16_attention_neon_keys(const Bf16PackTask& task) { Bf16AttentionLoop<NeonBf16>::keys(task); }
void bf16_attention_neon_values(const Bf16PackTask& task) {
  Bf16AttentionLoop<NeonBf16>::values(task);
}
void bf16_attention_neon_attend(const Bf16AttentionTask& task) {
  Bf16AttentionLoop<NeonBf16>::attend(task);
}

}  // namespace octavo::engine
