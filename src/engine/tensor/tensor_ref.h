// A named tensor inside a mapped checkpoint. Does not own the memory: the Checkpoint does.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/tensor/dtype.h"

namespace octavo::engine {

struct TensorRef {
  std::string name;
  DType dtype = DType::kF32;
  int rank = 0;
  std::array<int64_t, 5> shape{};  // outermost first, as safetensors writes it
  const uint8_t* data = nullptr;   // aligned to the element (safetensors) or to 32 bytes (GGUF)
  int64_t bytes = 0;

  int64_t elements() const {
    int64_t count = 1;
    for (int i = 0; i < rank; ++i) count *= shape[static_cast<size_t>(i)];
    return count;
  }
  // "[896, 4864]".
  std::string shape_text() const;
};

}  // namespace octavo::engine
