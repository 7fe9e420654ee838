// For the tests of products: weights in every format, and a call whose memory is guarded.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/checkpoint/dequantize.h"
#include "engine/kernels/matmul/matmul.h"
#include "engine/kernels/test_data.h"
#include "engine/tensor/half.h"

namespace octavo::engine {

// Weights in a file's format, and what they stand for.
struct Weights {
  DType dtype;
  int64_t cols, depth, stride;
  std::vector<uint8_t> bytes;
  int64_t shift;  // bytes off an aligned start
  std::vector<float> values;
  const uint8_t* data() const { return bytes.data() + shift; }
};

inline Weights make_weights(DType dtype, int64_t cols, int64_t depth, int64_t shift,
                            uint64_t seed) {
  Weights made{dtype, cols, depth, bytes_for(dtype, depth), {}, shift, {}};
  made.bytes.resize(static_cast<size_t>(cols * made.stride + shift));
  made.values.resize(static_cast<size_t>(cols * depth));
  Numbers numbers(seed);
  uint8_t* at = made.bytes.data() + shift;
  if (facts_of(dtype).block_elements > 1) {
    // Bytes below 0x7C make every f16 scale finite, whatever the layout.
    for (int64_t i = 0; i < cols * made.stride; ++i)
      at[i] = static_cast<uint8_t>(numbers.bits() % 0x38);
    for (int64_t j = 0; j < cols; ++j)
      dequantize(dtype, at + j * made.stride, depth, made.values.data() + j * depth);
    return made;
  }
  for (float& value : made.values) {
    value = numbers.next();
    if (dtype == DType::kF32) {
      std::memcpy(at, &value, 4);
      at += 4;
      continue;
    }
    const uint16_t bits = dtype == DType::kF16 ? f16_from_float(value) : bf16_from_float(value);
    value = dtype == DType::kF16 ? float_from_f16(bits) : float_from_bf16(bits);
    std::memcpy(at, &bits, 2);
    at += 2;
  }
  return made;
}

struct Call {
  const Weights& weights;
  const std::vector<float>& a;
  int64_t rows;
  const float* bias = nullptr;
  ActivationFunction activation = nullptr;
  int64_t first = 0, cols = -1;  // a part of the columns
};

// `scratch_floats`: what the family says.
inline std::vector<float> run(MatmulFunction matmul, const Call& call,
                              int64_t scratch_floats = kMatmulScratch) {
  const int64_t cols = call.cols < 0 ? call.weights.cols : call.cols;
  const int64_t stride = cols + 3;
  Guarded c(static_cast<size_t>(call.rows * stride), static_cast<size_t>(cols % 5));
  Guarded scratch(static_cast<size_t>(scratch_floats));
  std::fill(c.data(), c.data() + call.rows * stride, 77.0f);
  matmul({.a = call.a.data(),
          .a_stride = call.weights.depth,
          .rows = call.rows,
          .dtype = call.weights.dtype,
          .weights = call.weights.data() + call.first * call.weights.stride,
          .weight_stride = call.weights.stride,
          .cols = cols,
          .depth = call.weights.depth,
          .bias = call.bias,
          .activation = call.activation,
          .c = c.data(),
          .c_stride = stride,
          .scratch = scratch.data()});
  c.expect_untouched("matmul");
  scratch.expect_untouched("scratch");
  std::vector<float> out;
  for (int64_t i = 0; i < call.rows; ++i) {
    out.insert(out.end(), c.data() + i * stride, c.data() + i * stride + cols);
    for (int64_t j = cols; j < stride; ++j) EXPECT_EQ(c.data()[i * stride + j], 77.0f);
  }
  return out;
}

}  // namespace octavo::engine
