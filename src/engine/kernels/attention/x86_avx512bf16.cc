#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/rounded_tiles.h"
#include "engine/kernels/attention/x86_avx512_loads.h"
#include "engine/kernels/bf16/x86_avx512_pairs.h"

namespace octavo::engine {
namespace {

struct Avx512Rounded : Avx512Pairs {
  static constexpr int kTileRows = 12;  // 24 sums, 2 of keys, 1 of queries: 27 of 32
  static P side_by_side(P p) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    // Halves 2 i and 2 i + 1 are those of i and i + 16.
    const __m512i second = _mm512_slli_epi32(_mm512_add_epi32(lane, _mm512_set1_epi32(16)), 16);
    return _mm512_permutexvar_epi16(_mm512_or_si512(lane, second), p);
  }
};

}  // namespace

void rounded_attention_avx512bf16(const AttentionTask& task) {
  AttentionLoop<RoundedTiles<Avx512Rounded, LoadFloats>>::run(task);
}
void rounded_attention_avx512bf16_halves(const AttentionTaskOf<uint16_t>& task) {
  AttentionLoop<RoundedTiles<Avx512Rounded, LoadHalves>>::run(task);
}

}  // namespace octavo::engine
