// The activations over any vector type V.
#pragma once

#include <cstdint>

#include "engine/kernels/simd/math.h"

namespace octavo::engine {

template <class V>
struct ActivationLoop {
  using F = typename V::F;

  // Calls function(x) for full vectors, and once more for the rest through a buffer.
  template <class Function>
  static void each(float* x, const float* second, int64_t count, const Function& function) {
    int64_t i = 0;
    for (; i + V::kLanes <= count; i += V::kLanes)
      V::store(x + i, function(V::load(x + i), V::load(second + i)));
    if (i == count) return;
    float first_rest[V::kLanes] = {}, second_rest[V::kLanes] = {};
    for (int64_t j = 0; i + j < count; ++j) {
      first_rest[j] = x[i + j];
      second_rest[j] = second[i + j];
    }
    V::store(first_rest, function(V::load(first_rest), V::load(second_rest)));
    for (int64_t j = 0; i + j < count; ++j) x[i + j] = first_rest[j];
  }

  static void quick_gelu(float* x, int64_t count) {
    each(x, x, count, [](F a, F) { return V::mul(a, sigmoid<V>(V::mul(V::set(1.702f), a))); });
  }
  static void gelu(float* x, int64_t count) {
    each(x, x, count, [](F a, F) {
      const F cumulative = V::add(V::set(1.0f), erf<V>(V::mul(a, V::set(0.707106781f))));
      return V::mul(V::mul(a, V::set(0.5f)), cumulative);
    });
  }
  static void silu_gate(float* gate, const float* up, int64_t count) {
    each(gate, up, count, [](F g, F u) {
      const F below = V::add(V::set(1.0f), exp<V>(V::sub(V::zero(), g)));
      return V::mul(V::div(g, below), u);
    });
  }
};

}  // namespace octavo::engine
