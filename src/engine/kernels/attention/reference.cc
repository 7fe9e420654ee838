// Plain products, one element after the other.
#include "engine/kernels/attention/loop.h"
#include "engine/kernels/attention/scaled_products.h"
#include "engine/tensor/half.h"

namespace octavo::engine {
namespace {

float value_of(float x) { return x; }
float value_of(uint16_t half) { return float_from_f16(half); }
float value_of(int8_t byte) { return static_cast<float>(byte); }

template <class T>
struct PlainProducts {
  using Element = T;
  static void scores(int rows, const float* q, const T* keys, int head_dim, float* s, const T*) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < kKeyBlock; ++j) {
        float dot = 0;
        for (int d = 0; d < head_dim; ++d)
          dot += q[i * kAttentionStride + d] * value_of(keys[d * kKeyBlock + j]);
        s[i * kKeyBlock + j] = dot;
      }
  }
  static void values(int rows, const float* p, const T* values, int keys, int width, float* o,
                     const T*) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < keys; ++j)
        for (int d = 0; d < width; ++d)
          o[i * kAttentionStride + d] += p[i * kKeyBlock + j] * value_of(values[j * width + d]);
  }
};

float rounded(float x) { return float_from_bf16(bf16_from_float(x)); }

// The second of a pair first, as the instructions do.
template <class T>
struct RoundedProducts {
  using Element = T;
  static void scores(int rows, const float* q, const T* keys, int head_dim, float* s, const T*) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < kKeyBlock; ++j)
        s[i * kKeyBlock + j] =
            add_pairs(0, head_dim, q + i * kAttentionStride, keys + j, kKeyBlock);
  }
  static void values(int rows, const float* p, const T* values, int keys, int width, float* o,
                     const T*) {
    for (int i = 0; i < rows; ++i)
      for (int d = 0; d < width; ++d) {
        float& sum = o[i * kAttentionStride + d];
        sum = add_pairs(sum, keys, p + i * kKeyBlock, values + d, width);
      }
  }

 private:
  static float add_pairs(float sum, int count, const float* a, const T* b, int stride) {
    for (int t = 0; t < count; t += 2) {
      if (t + 1 < count) sum += rounded(a[t + 1]) * rounded(value_of(b[(t + 1) * stride]));
      sum += rounded(a[t]) * rounded(value_of(b[t * stride]));
    }
    return sum;
  }
};

}  // namespace

void rounded_attention_reference(const AttentionTask& task) {
  AttentionLoop<RoundedProducts<float>>::run(task);
}
void rounded_attention_reference_halves(const AttentionTaskOf<uint16_t>& task) {
  AttentionLoop<RoundedProducts<uint16_t>>::run(task);
}

void attention_reference(const AttentionTask& task) {
  AttentionLoop<PlainProducts<float>>::run(task);
}
void attention_reference_halves(const AttentionTaskOf<uint16_t>& task) {
  AttentionLoop<PlainProducts<uint16_t>>::run(task);
}
void attention_reference_bytes(const AttentionTaskOf<int8_t>& task) {
  AttentionLoop<ScaledProducts<PlainProducts<int8_t>>>::run(task);
}

}  // namespace octavo::engine
