// Block formats -> f32, bit for bit what ggml's reference dequantisation gives.
#pragma once

#include <cstdint>

#include "engine/tensor/dtype.h"

namespace octavo::engine {

// `count` consecutive values starting at a block boundary; count is a multiple of the block.
void dequantize(DType type, const uint8_t* source, int64_t count, float* target);

}  // namespace octavo::engine
