// Plain products, one element after the other.
#include "engine/kernels/attention/loop.h"

namespace octavo::engine {
namespace {

struct PlainProducts {
  using Element = float;
  static void scores(int rows, const float* q, const float* keys, int head_dim, float* s) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < kKeyBlock; ++j) {
        float dot = 0;
        for (int d = 0; d < head_dim; ++d)
          dot += q[i * kAttentionStride + d] * keys[d * kKeyBlock + j];
        s[i * kKeyBlock + j] = dot;
      }
  }
  static void values(int rows, const float* p, const float* values, int keys, int width, float* o) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < keys; ++j)
        for (int d = 0; d < width; ++d)
          o[i * kAttentionStride + d] += p[i * kKeyBlock + j] * values[j * width + d];
  }
};

}  // namespace

void attention_reference(const AttentionTask& task) { AttentionLoop<PlainProducts>::run(task); }

}  // namespace octavo::engine
