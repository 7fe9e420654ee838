#include "engine/kernels/simd/x86_avx2.h"
#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/tiles.h"

namespace octavo::engine {
namespace {

struct Avx2Attention : Avx2 {
  static constexpr int kTileRows = 6;
};

}  // namespace

void attention_avx2(const AttentionTask& task) {
  AttentionLoop<AttentionTiles<Avx2Attention>>::run(task);
}

}  // namespace octavo::engine
