#include "engine/kernels/bf16/x86_avx2_pairs.h"
#include "engine/kernels/bf16_attention/loop.h"

namespace octavo::engine {
namespace {

struct Avx2Bf16 : Avx2Pairs {
  // 8 sums, 4 of keys or values, 2 of queries or weights: 14 of 16
  static constexpr int kTileRows = 4, kValueVectors = 2;
  template <int kWide>
  static constexpr int kValueRows = 4;
  static float largest(F x) {
    float lanes[kLanes];
    store(lanes, x);
    float most = lanes[0];
    for (const float lane : lanes) most = lane > most ? lane : most;
    return most;
  }
};

}  // namespace

void bf16_attention_avx2_keys(const Bf16PackTask& task) { Bf16AttentionLoop<Avx2Bf16>::keys(task); }
void bf16_attention_avx2_values(const Bf16PackTask& task) {
  Bf16AttentionLoop<Avx2Bf16>::values(task);
}
void bf16_attention_avx2_attend(const Bf16AttentionTask& task) {
  Bf16AttentionLoop<Avx2Bf16>::attend(task);
}

}  // namespace octavo::engine
