#include "engine/kernels/simd/x86_avx2.h"
#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/scaled_products.h"
#include "engine/kernels/attention/tiles.h"

namespace octavo::engine {
namespace {

struct Avx2Attention : Avx2 {
  static constexpr int kTileRows = 6;
};

struct LoadHalves {
  using Element = uint16_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const uint16_t* p) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
};

struct LoadBytes {
  using Element = int8_t;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const int8_t* p) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
  }
};

}  // namespace

void attention_avx2(const AttentionTask& task) {
  AttentionLoop<AttentionTiles<Avx2Attention>>::run(task);
}

void attention_avx2_halves(const AttentionTaskOf<uint16_t>& task) {
  AttentionLoop<AttentionTiles<Avx2Attention, LoadHalves>>::run(task);
}
void attention_avx2_bytes(const AttentionTaskOf<int8_t>& task) {
  AttentionLoop<ScaledProducts<AttentionTiles<Avx2Attention, LoadBytes>>>::run(task);
}

}  // namespace octavo::engine
