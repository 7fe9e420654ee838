#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/tiles.h"

namespace octavo::engine {
namespace {

struct Avx512FAttention : Avx512F {
  static constexpr int kTileRows = 12;
};

}  // namespace

void attention_avx512f(const AttentionTask& task) {
  AttentionLoop<AttentionTiles<Avx512FAttention>>::run(task);
}

}  // namespace octavo::engine
