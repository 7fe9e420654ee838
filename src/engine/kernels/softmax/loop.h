// The step over any vector type V.
#pragma once

#include <cstdint>

#include "engine/kernels/simd/lanes.h"
#include "engine/kernels/simd/math.h"
#include "engine/kernels/softmax/softmax.h"

namespace octavo::engine {

template <class V>
struct SoftmaxLoop {
  using F = typename V::F;

  static void run(const SoftmaxTask& task) {
    for (int row = 0; row < task.rows; ++row) {
      float* scores = task.scores + int64_t(row) * kKeyBlock;
      const int64_t visible = task.visible[row];
      if (visible <= 0) {
        for (int j = 0; j < kKeyBlock; ++j) scores[j] = 0;
        task.correction[row] = 1;
        continue;
      }
      for (int64_t j = visible; j < kKeyBlock; ++j) scores[j] = -__builtin_inff();
      step(scores, task.scale, task.maximum[row], task.sum[row], task.correction[row]);
    }
  }

 private:
  static void step(float* scores, float scale, float& maximum, float& sum, float& correction) {
    const F factor = V::set(scale);
    F highest = V::set(maximum);
    for (int j = 0; j < kKeyBlock; j += V::kLanes) {
      const F x = V::mul(V::load(scores + j), factor);
      V::store(scores + j, x);
      highest = V::max(highest, x);
    }
    float lanes[V::kLanes];
    V::store(lanes, highest);
    float top = lanes[0];
    for (int j = 1; j < V::kLanes; ++j) top = top > lanes[j] ? top : lanes[j];

    const F center = V::set(top);
    LaneSum<V> total;
    total.add(scores, kKeyBlock, 0.0f, [&](F x) {
      const F p = exp<V>(V::sub(x, center));
      V::store(scores, p);
      scores += V::kLanes;
      return p;
    });
    V::store(lanes, exp<V>(V::set(maximum - top)));
    correction = lanes[0];
    sum = sum * correction + total.total();
    maximum = top;
  }
};

}  // namespace octavo::engine
