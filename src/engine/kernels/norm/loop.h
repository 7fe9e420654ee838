// The norms over any vector type V.
#pragma once

#include <cstdint>

#include "engine/kernels/norm/norm.h"
#include "engine/kernels/simd/lanes.h"

namespace octavo::engine {

template <class V>
struct NormLoop {
  using F = typename V::F;

  static void rms(const NormTask& task) {
    for (int64_t row = 0; row < task.rows; ++row) {
      const float* x = task.x + row * task.x_stride;
      LaneSum<V> squares;
      squares.add(x, task.cols, 0.0f, [](F v) { return V::mul(v, v); });
      write(task, row, 0.0f, factor(squares.total(), task));
    }
  }

  static void layer(const NormTask& task) {
    for (int64_t row = 0; row < task.rows; ++row) {
      const float* x = task.x + row * task.x_stride;
      LaneSum<V> sum;
      sum.add(x, task.cols, 0.0f, [](F v) { return v; });
      const float mean = sum.total() / static_cast<float>(task.cols);
      const F center = V::set(mean);
      LaneSum<V> squares;
      squares.add(x, task.cols, mean, [center](F v) {
        const F distance = V::sub(v, center);
        return V::mul(distance, distance);
      });
      write(task, row, mean, factor(squares.total(), task));
    }
  }

 private:
  static float factor(float squares, const NormTask& task) {
    const float variance = squares / static_cast<float>(task.cols) + task.epsilon;
    float root[V::kLanes];
    V::store(root, V::div(V::set(1.0f), V::sqrt(V::set(variance))));
    return root[0];
  }

  // y = (x - mean) * factor * weight (+ bias); a mean of 0 leaves x as it is.
  static void write(const NormTask& task, int64_t row, float mean, float factor) {
    const float* x = task.x + row * task.x_stride;
    float* y = task.y + row * task.y_stride;
    const F center = V::set(mean), scale = V::set(factor);
    int64_t i = 0;
    for (; i + V::kLanes <= task.cols; i += V::kLanes) {
      F value = V::mul(V::sub(V::load(x + i), center), scale);
      value = V::mul(value, V::load(task.weight + i));
      if (task.bias != nullptr) value = V::add(value, V::load(task.bias + i));
      V::store(y + i, value);
    }
    for (; i < task.cols; ++i) {
      float value = (x[i] - mean) * factor * task.weight[i];
      if (task.bias != nullptr) value += task.bias[i];
      y[i] = value;
    }
  }
};

}  // namespace octavo::engine
