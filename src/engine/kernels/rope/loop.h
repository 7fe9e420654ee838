// The rotation over any vector type V.
#pragma once

#include <cstdint>

#include "engine/kernels/rope/rope.h"

namespace octavo::engine {

template <class V>
struct RopeLoop {
  static void run(const RopeTask& task) {
    const int half = task.head_dim / 2;
    for (int64_t row = 0; row < task.rows; ++row)
      for (int head = 0; head < task.heads; ++head)
        rotate(task.x + row * task.stride + int64_t(head) * task.head_dim, half,
               task.cos + row * half, task.sin + row * half);
  }

 private:
  static void rotate(float* x, int half, const float* cos, const float* sin) {
    int i = 0;
    for (; i + V::kLanes <= half; i += V::kLanes) {
      const auto low = V::load(x + i), high = V::load(x + half + i);
      const auto c = V::load(cos + i), s = V::load(sin + i);
      V::store(x + i, V::sub(V::mul(low, c), V::mul(high, s)));
      V::store(x + half + i, V::add(V::mul(high, c), V::mul(low, s)));
    }
    for (; i < half; ++i) {
      const float low = x[i], high = x[half + i];
      x[i] = low * cos[i] - high * sin[i];
      x[half + i] = high * cos[i] + low * sin[i];
    }
  }
};

}  // namespace octavo::engine
