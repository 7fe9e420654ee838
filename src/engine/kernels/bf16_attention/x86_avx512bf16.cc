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
  static F times_power(F x, F shifted) {
    return _mm512_castsi512_ps(_mm512_add_epi32(
        _mm512_castps_si512(x), _mm512_slli_epi32(_mm512_castps_si512(shifted), 23)));
  }
  static float largest(F x) { return _mm512_reduce_max_ps(x); }
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
