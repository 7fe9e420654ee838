// A whole safetensors file; the data of every tensor that is accepted must lie in it.
#include "engine/checkpoint/safetensors.h"

#include "base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = octavo::engine::read_safetensors({data, size}, "fuzz.safetensors", {});
  if (!file.ok()) return 0;
  for (const auto& tensor : file->tensors) {
    OCTAVO_CHECK(tensor.data >= data && tensor.bytes >= 0);
    OCTAVO_CHECK(static_cast<size_t>(tensor.data - data) <= size);
    OCTAVO_CHECK(static_cast<size_t>(tensor.bytes) <=
                 size - static_cast<size_t>(tensor.data - data));
  }
  return 0;
}
