// The same loops over one lane: the fallback.
#include <cmath>

#include "engine/kernels/bf16_attention/loop.h"
#include "engine/kernels/simd/scalar.h"
#include "engine/tensor/half.h"

namespace octavo::engine {
namespace {

struct ScalarBf16 : Scalar {
  static constexpr int kTileRows = 1, kValueVectors = 1;
  template <int kWide>
  static constexpr int kValueRows = 1;
  struct P {
    uint16_t lower, upper;
  };
  static F fma(F a, F b, F c) { return std::fma(a, b, c); }
  static P load_pairs(const uint16_t* p) { return {p[0], p[1]}; }
  static void store_pairs(uint16_t* p, P x) {
    p[0] = x.lower;
    p[1] = x.upper;
  }
  static P both(const uint16_t* p) { return load_pairs(p); }
  static P round(F first, F second) { return {bf16_from_float(first), bf16_from_float(second)}; }
  static F dot(F sum, P a, P w) {
    sum = fma(float_from_bf16(a.upper), float_from_bf16(w.upper), sum);
    return fma(float_from_bf16(a.lower), float_from_bf16(w.lower), sum);
  }
};

}  // namespace

void bf16_attention_reference_keys(const Bf16PackTask& task) {
  Bf16AttentionLoop<ScalarBf16>::keys(task);
}
void bf16_attention_reference_values(const Bf16PackTask& task) {
  Bf16AttentionLoop<ScalarBf16>::values(task);
}
void bf16_attention_reference_attend(const Bf16AttentionTask& task) {
  Bf16AttentionLoop<ScalarBf16>::attend(task);
}

}  // namespace octavo::engine
