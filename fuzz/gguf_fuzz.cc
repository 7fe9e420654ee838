// A whole GGUF file: the data of every tensor that is accepted must lie in it, and can be
// dequantised.
#include "engine/checkpoint/gguf.h"

#include <cstring>
#include <new>
#include <vector>

#include "base/check.h"
#include "engine/checkpoint/dequantize.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Mapped files lie on pages; the reader relies on a multiple of 32.
  struct alignas(32) Chunk {
    uint8_t bytes[32];
  };
  std::vector<Chunk> copy(size / sizeof(Chunk) + 1);
  auto* const begin = reinterpret_cast<uint8_t*>(copy.data());
  if (size > 0) std::memcpy(begin, data, size);
  const auto file = octavo::engine::read_gguf({begin, size}, "fuzz.gguf", {});
  if (!file.ok()) return 0;
  for (const auto& tensor : file->tensors) {
    const auto offset = static_cast<size_t>(tensor.data - begin);
    OCTAVO_CHECK(offset <= size && static_cast<size_t>(tensor.bytes) <= size - offset);
    if (tensor.bytes == 0) continue;
    std::vector<float> values(static_cast<size_t>(tensor.elements()));
    octavo::engine::dequantize(tensor.dtype, tensor.data, tensor.elements(), values.data());
  }
  return 0;
}
