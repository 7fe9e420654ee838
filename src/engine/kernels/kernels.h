// The kernels that one model runs, chosen once from what the CPU has. A value: copied freely.
#pragma once

#include "engine/kernels/activation/activation.h"
#include "engine/kernels/arch.h"
#include "engine/kernels/attention/attention.h"
#include "engine/kernels/attention/keys_values.h"
#include "engine/kernels/attention/rounded.h"
#include "engine/kernels/bf16/bf16.h"
#include "engine/kernels/bf16_attention/bf16_attention.h"
#include "engine/kernels/byte_attention/byte_attention.h"
#include "engine/kernels/int4/int4.h"
#include "engine/kernels/int8/int8.h"
#include "engine/kernels/matmul/matmul.h"
#include "engine/kernels/norm/norm.h"
#include "engine/kernels/rope/rope.h"
#include "engine/kernels/softmax/softmax.h"

namespace octavo::engine {

// In what products of floats are computed: as they are, or rounded to bf16 (bf16/bf16.h).
enum class FloatProducts : uint8_t { kF32, kBf16 };

struct Kernels {
  ArchMask arch = kArchScalar;
  MatmulFunction matmul = nullptr;  // as FloatProducts says
  Int8Kernels int8{};
  Int4Kernels int4{};
  AttentionFunction attention = nullptr;   // rounded to bf16 (attention/rounded.h) if so chosen
  HalfAttention half_attention = nullptr;  // over keys and values as kF16 and kInt8 store them
  ByteAttention stored_byte_attention = nullptr;
  ByteAttentionKernels byte_attention{};
  Bf16AttentionKernels bf16_attention{};  // with kBf16 alone: for pictures, in attention's place
  SoftmaxFunction softmax = nullptr;
  NormKernels norm{};
  RopeFunction rope = nullptr;
  ActivationKernels activation{};
};

// The best variant of every family that `allowed` can run. `attention`: in what a text's is
// computed; kBf16 where `allowed` has instructions of its own for that, else it stays with f32.
Kernels select_kernels(ArchMask allowed, FloatProducts products = FloatProducts::kF32,
                       FloatProducts attention = FloatProducts::kF32);

}  // namespace octavo::engine
