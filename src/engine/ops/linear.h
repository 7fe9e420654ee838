// Products with weight matrices in their file's format. An element of the result depends on its own
// row of the input alone, never on the batch, the split or the number of threads (kernels/matmul).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "engine/ops/work.h"
#include "engine/tensor/dtype.h"

namespace octavo::engine {

// The same weights in panels: bytes, as kernels/int8 takes them, or codes of 4 bits that stand for
// such bytes (kernels/int4). Does not own.
struct Int8View {
  const int8_t* panels = nullptr;  // 64-byte aligned
  const uint8_t* codes = nullptr;  // in their place; 64-byte aligned
  // Each [cols] filled up to whole panels.
  const float* scales = nullptr;
  const int32_t* sums = nullptr;
  const float* bias = nullptr;    // or none
  const float* smooth = nullptr;  // [depth]: what inputs are multiplied by first, or none

  bool is_there() const { return panels != nullptr || codes != nullptr; }
};

// W [cols, depth] and a bias. Does not own.
struct WeightView {
  DType dtype = DType::kF32;
  const uint8_t* data = nullptr;
  int64_t stride = 0;  // bytes from one row of W to the next
  int64_t cols = 0, depth = 0;
  const float* bias = nullptr;  // [cols] or none
  Int8View int8{};              // used instead where it is there
};

// out = activation(x W^T + bias); then, where given, add_to += out.
struct LinearCall {
  MatView<const float> x;  // [rows, depth]
  WeightView weights;
  MatView<float> out;                       // [rows, cols], not x
  ActivationFunction activation = nullptr;  // or none
  MatView<float> add_to{};                  // [rows, cols], not x
};

// Several products that do not depend on each other, worked off together.
void linear(const Compute& compute, std::span<const LinearCall> calls);
void linear(const Compute& compute, const LinearCall& call);

// out = silu(x gate^T) * (x up^T); `up_out` is working memory of the same shape.
struct GatedCall {
  MatView<const float> x;
  WeightView gate, up;
  MatView<float> out, up_out;
};
void gated_linear(const Compute& compute, const GatedCall& call);

// What few rows are multiplied as, made by each lane for itself: x; its rms norm, where there are
// weights of one (ops/norm.h); or silu(x) * up, where there is that.
struct InputRows {
  MatView<const float> x;
  const float* norm = nullptr;  // [depth]
  float epsilon = 0;
  MatView<const float> up{};
};
// Whether lanes can do so: with so many rows, and weights of this format.
bool makes_input(const WeightView& weights, int64_t rows);
// Products with these rows, where makes_input(); calls name them as their x, or memory that would
// have them.
void linear(const Compute& compute, const InputRows& rows, std::span<const LinearCall> calls);

// In a team: behind the next op comes a product of few rows with these. While a lane waits for
// others there, it has its first weights brought near.
void expect(const Compute& compute, std::initializer_list<const WeightView*> weights);

// out[i] = row rows[i] of the matrix, in f32.
void take_rows(const WeightView& matrix, std::span<const int32_t> rows, MatView<float> out);

}  // namespace octavo::engine
