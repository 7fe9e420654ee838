#include "engine/kernels/bf16/x86_avx512_pairs.h"
#include "engine/kernels/bf16_attention/loop.h"

namespace octavo::engine {
namespace {

struct Avx512Bf16 : Avx512Pairs {
  static constexpr int kTileRows = 12;     // 24 sums, 2 of keys, 1 of queries: 27 of 32
  static constexpr int kValueVectors = 5;  // 20 sums, 5 of values, 1 of weights
  template <int kWide>
  static constexpr int kValueRows = kWide == 5   ? 4
                                    : kWide == 4 ? 6
                                    : kWide == 3 ? 6
                                                 : 12;
};

}  // namespace

void bf16_attention_avx512bf16_keys(const Bf16PackTask& task) {
  Bf16AttentionLoop<Avx512Bf16>::keys(task);
}
void bf16_attention_avx512bf16_values(const Bf16PackTask& task) {
  Bf16AttentionLoop<Avx512Bf16>::values(task);
}
void bf16_attention_avx512bf16_attend(const Bf16AttentionTask& task) {
  Bf16AttentionLoop<Avx512Bf16>::attend(task);
}

}  // namespace octavo::engine
