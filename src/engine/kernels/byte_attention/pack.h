// Floats to bytes for byte_attention.h, over a vector type V that adds to its arithmetic (simd/)
//   store_bytes(p, x)   the lowest byte of each lane's bits
// Rows are whole vectors: head_dim is a multiple of every V::kLanes.
#pragma once

#include <cstdint>

#include "engine/kernels/byte_attention/byte_attention.h"

namespace octavo::engine {

template <class V>
class BytePack {
  using F = typename V::F;
  static constexpr int kLanes = V::kLanes;
  static constexpr float kMost = 127;
  // A row or column whose values all lie closer to 0 counts as zeros: 127 could not be divided by
  // it.
  static constexpr float kLeast = 1e-30f;
  // 1.5 * 2^23: what is added to it ends up rounded in the lowest bits, ties to even.
  static constexpr float kShift = 12582912;
  static constexpr int kPanel = 32, kStep = 4;  // keys beside each other, and bytes of each

 public:
  // The factor of a step, and of the way back. NaN for what is no finite number.
  struct Scale {
    float step, inverse;
  };
  static Scale scale_of(float largest, float poison) {
    const bool empty = largest < kLeast;
    return {(empty ? 0.0f : largest / kMost) + poison, empty ? 0.0f : kMost / largest};
  }

  // bytes[d] = x[d] - mean[d] as a signed byte plus `zero`, for one row; returns its scale.
  static float row(const float* x, const float* mean, int head_dim, float zero, uint8_t* bytes) {
    F largest = V::zero(), poison = V::zero();
    for (int d = 0; d < head_dim; d += kLanes) {
      const F centred = V::sub(V::load(x + d), V::load(mean + d));
      largest = V::max(V::abs(centred), largest);
      poison = V::add(poison, V::mul(centred, V::zero()));  // stays 0 for finite values alone
    }
    float lanes[kLanes], bad[kLanes], most = 0, sum = 0;
    V::store(lanes, largest);
    V::store(bad, poison);
    for (int i = 0; i < kLanes; ++i) {
      most = lanes[i] > most ? lanes[i] : most;
      sum += bad[i];
    }
    const Scale scale = scale_of(most, sum);
    const F inverse = V::set(scale.inverse), shift = V::set(kShift + zero);
    for (int d = 0; d < head_dim; d += kLanes) {
      const F centred = V::sub(V::load(x + d), V::load(mean + d));
      V::store_bytes(bytes + d, V::add(V::mul(centred, inverse), shift));
    }
    return scale.step;
  }

  static void keys(const PackTask& task) {
    float* mean = task.scratch;
    mean_of(task, mean);
    const int64_t all = byte_key_blocks(task.count) * kByteKeyBlock;
    alignas(64) uint8_t bytes[kByteHeadDim];
    for (int64_t j = 0; j < all; ++j) {
      // Beyond the last key its copies: they are never the largest score alone.
      if (j < task.count)
        task.to.key_scale[j] = row(task.x + j * task.stride, mean, task.head_dim, 0, bytes);
      else
        task.to.key_scale[j] = task.to.key_scale[task.count - 1];
      int8_t* to = task.to.keys + j / kPanel * kPanel * task.head_dim + j % kPanel * kStep;
      int32_t sum = 0;
      for (int d = 0; d < task.head_dim; d += kStep, to += kPanel * kStep) {
        __builtin_memcpy(to, bytes + d, kStep);
        for (int s = 0; s < kStep; ++s) sum += static_cast<int8_t>(bytes[d + s]);
      }
      task.to.key_start[j] = -128 * sum;
    }
    // A key that is no number, and no other, would only be left out.
    float poison = 0;
    for (int64_t j = 0; j < all; ++j) poison += task.to.key_scale[j] * 0.0f;
    for (int64_t j = 0; j < all; ++j) task.to.key_scale[j] += poison;
  }

  static void values(const PackTask& task) {
    mean_of(task, task.to.value_mean);
    float* inverse = task.scratch;
    for (int d = 0; d < task.head_dim; d += kLanes) {
      const F mean = V::load(task.to.value_mean + d);
      F largest = V::zero(), poison = V::zero();
      for (int64_t j = 0; j < task.count; ++j) {
        const F centred = V::sub(V::load(task.x + j * task.stride + d), mean);
        largest = V::max(V::abs(centred), largest);
        poison = V::add(poison, V::mul(centred, V::zero()));
      }
      float lanes[kLanes], bad[kLanes];
      V::store(lanes, largest);
      V::store(bad, poison);
      for (int i = 0; i < kLanes; ++i) {
        const Scale scale = scale_of(lanes[i], bad[i]);
        task.to.value_scale[d + i] = scale.step;
        inverse[d + i] = scale.inverse;
      }
    }
    const int64_t all = byte_key_blocks(task.count) * kByteKeyBlock;
    alignas(64) uint8_t bytes[kStep][kByteHeadDim];
    int8_t* to = task.to.values;
    for (int64_t j = 0; j < all; j += kStep) {
      for (int s = 0; s < kStep; ++s) value_row(task, inverse, j + s, bytes[s]);
      for (int d = 0; d < task.head_dim; ++d)
        for (int s = 0; s < kStep; ++s) *to++ = static_cast<int8_t>(bytes[s][d]);
    }
  }

 private:
  // In ascending order; divided first, so that large numbers do not overflow.
  static void mean_of(const PackTask& task, float* mean) {
    const F share = V::set(1 / static_cast<float>(task.count));
    for (int d = 0; d < task.head_dim; d += kLanes) {
      F sum = V::zero();
      for (int64_t j = 0; j < task.count; ++j)
        sum = V::add(sum, V::mul(V::load(task.x + j * task.stride + d), share));
      V::store(mean + d, sum);
    }
  }

  static void value_row(const PackTask& task, const float* inverse, int64_t j, uint8_t* bytes) {
    for (int d = 0; d < task.head_dim; d += kLanes) {
      F x = V::set(kShift);
      if (j < task.count)
        x = V::add(
            V::mul(V::sub(V::load(task.x + j * task.stride + d), V::load(task.to.value_mean + d)),
                   V::load(inverse + d)),
            x);
      V::store_bytes(bytes + d, x);
    }
  }
};

}  // namespace octavo::engine
