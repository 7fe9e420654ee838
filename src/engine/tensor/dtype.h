// Element types of weights. Block types are those of GGUF; sizes and layouts as in ggml.
#pragma once

#include <cstdint>
#include <string_view>

namespace octavo::engine {

enum class DType : uint8_t {
  kF32,
  kF16,
  kBF16,
  kQ4_0,
  kQ4_1,
  kQ5_0,
  kQ5_1,
  kQ8_0,
  kQ4_K,
  kQ5_K,
  kQ6_K
};

struct DTypeFacts {
  std::string_view name;  // "f32", "q4_k"
  int block_elements;     // 1 for plain types
  int block_bytes;
};
const DTypeFacts& facts_of(DType type);

// Bytes of `elements` consecutive values; elements must be a multiple of the block.
int64_t bytes_for(DType type, int64_t elements);

}  // namespace octavo::engine
