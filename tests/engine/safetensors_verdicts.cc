// Answers tools/reference/safetensors_differential.py: for each case on standard input (u32 size,
// u8, the bytes of a file) one '+' or '-' on standard output, whether our reader accepts the file.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/byte_reader.h"
#include "engine/checkpoint/safetensors.h"
#include "octavo/files.h"

int main() {
  const auto input = octavo::read_descriptor(0, "standard input", int64_t(1) << 32);
  if (!input.ok()) return 1;
  octavo::ByteReader reader(*input);
  while (reader.remaining() > 0) {
    const uint32_t size = reader.u32_le();
    reader.skip(1);
    const auto bytes = reader.take(size);
    if (!reader.ok()) return 1;
    // A copy of its own, so that its data lies where a mapped file's would.
    const std::vector<uint8_t> file(bytes.begin(), bytes.end());
    std::putchar(octavo::engine::read_safetensors(file, "case", {}).ok() ? '+' : '-');
  }
  return 0;
}
