#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/scaled_products.h"
#include "engine/kernels/attention/tiles.h"
#include "engine/kernels/attention/x86_avx512_loads.h"

namespace octavo::engine {
namespace {

struct Avx512FAttention : Avx512F {
  static constexpr int kTileRows = 12;
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
