#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/scaled_products.h"
#include "engine/kernels/attention/tiles.h"

namespace octavo::engine {
namespace {

struct Avx512FAttention : Avx512F {
  static constexpr int kTileRows = 12;
};

struct LoadHalves {
  using Element = uint16_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const uint16_t* p) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
};

struct LoadBytes {
  using Element = int8_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const int8_t* p) {
    return _mm512_cvtepi32_ps(
        _mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
  }
};

}  // namespace

void attention_avx512f(const AttentionTask& task) {
  AttentionLoop<AttentionTiles<Avx512FAttention>>::run(task);
}

void attention_avx512f_halves(const AttentionTaskOf<uint16_t>& task) {
  AttentionLoop<AttentionTiles<Avx512FAttention, LoadHalves>>::run(task);
}
void attention_avx512f_bytes(const AttentionTaskOf<int8_t>& task) {
  AttentionLoop<ScaledProducts<AttentionTiles<Avx512FAttention, LoadBytes>>>::run(task);
}

}  // namespace octavo::engine
