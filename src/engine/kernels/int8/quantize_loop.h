// Rows of floats to rows of bytes, over a vector type V that adds to its arithmetic (simd/)
//   store_bytes(p, x)   the lowest byte of each lane's bits
// Least and largest value need no order; every other step is one operation a value.
#pragma once

#include <cstdint>

#include "engine/kernels/int8/int8.h"

namespace octavo::engine {

template <class V>
class QuantizeLoop {
  using F = typename V::F;
  static constexpr int kLanes = V::kLanes;
  // A row whose values span less counts as all zeros: its steps could not be divided by.
  static constexpr float kLeastRange = 1e-30f;
  static constexpr float kSteps = 255;
  // 1.5 * 2^23: what is added to it ends up rounded in the lowest bits, ties to even.
  static constexpr float kShift = 12582912;

 public:
  static void run(const QuantizeTask& task) {
    for (int64_t i = 0; i < task.rows; ++i) {
      const float* x = task.x + i * task.x_stride;
      uint8_t* q = task.q + i * task.q_stride;
      if (task.smooth == nullptr)
        row(task, i, [x](int64_t t) { return V::load(x + t); }, [x](int64_t t) { return x[t]; }, q);
      else
        row(
            task, i,
            [x, &task](int64_t t) { return V::mul(V::load(x + t), V::load(task.smooth + t)); },
            [x, &task](int64_t t) { return x[t] * task.smooth[t]; }, q);
    }
  }

 private:
  struct Range {
    float low = 0, high = 0, poison = 0;
  };

  template <class Vector, class Single>
  static Range range_of(int64_t depth, const Vector& vector, const Single& single) {
    F low = V::zero(), high = V::zero(), poison = V::zero();
    int64_t t = 0;
    for (; t + kLanes <= depth; t += kLanes) {
      const F x = vector(t);
      low = V::min(x, low);
      high = V::max(x, high);
      poison = V::add(poison, V::mul(x, V::zero()));  // stays 0 for finite values alone
    }
    float lows[kLanes], highs[kLanes], poisons[kLanes];
    V::store(lows, low);
    V::store(highs, high);
    V::store(poisons, poison);
    Range range;
    const auto take = [&range](float least, float most, float bad) {
      range.low = least < range.low ? least : range.low;
      range.high = most > range.high ? most : range.high;
      range.poison += bad;
    };
    for (int lane = 0; lane < kLanes; ++lane) take(lows[lane], highs[lane], poisons[lane]);
    for (; t < depth; ++t) take(single(t), single(t), single(t) * 0.0f);
    return range;
  }

  template <class Vector, class Single>
  static void row(const QuantizeTask& task, int64_t i, const Vector& vector, const Single& single,
                  uint8_t* q) {
    const Range range = range_of(task.depth, vector, single);
    const float span = range.high - range.low;
    const bool empty = span < kLeastRange;
    const float steps = empty ? 0.0f : kSteps / span;
    float zero = 0.0f - range.low * steps;
    zero = zero < kSteps ? zero : kSteps;  // infinite values make it NaN
    zero = zero + kShift - kShift;
    task.scale[i] = (empty ? 0.0f : span / kSteps) + range.poison;
    task.zero[i] = static_cast<int32_t>(zero);
    const auto rounded = [steps, zero](F x) {
      F step = V::add(V::mul(x, V::set(steps)), V::set(zero));
      step = V::max(V::min(step, V::set(kSteps)), V::zero());
      return V::add(step, V::set(kShift));
    };
    int64_t t = 0;
    for (; t + kLanes <= task.depth; t += kLanes) V::store_bytes(q + t, rounded(vector(t)));
    float rest[kLanes] = {};
    uint8_t bytes[kLanes];
    const int64_t count = task.depth - t;
    for (int64_t j = 0; j < count; ++j) rest[j] = single(t + j);
    if (count > 0) {
      V::store_bytes(bytes, rounded(V::load(rest)));
      for (int64_t j = 0; j < count; ++j) q[t + j] = bytes[j];
    }
    for (t = task.depth; t < int8_padded_depth(task.depth); ++t) q[t] = 0;
  }
};

}  // namespace octavo::engine
