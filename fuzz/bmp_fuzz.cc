// The bitmap decoder of our own alone: every input gets the two letters that lead there.
#include <vector>

#include "image/decode/decode.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<uint8_t> bytes{'B', 'M'};
  bytes.insert(bytes.end(), data, data + size);
  const auto file = octavo::open_picture(bytes);
  if (!file.ok()) return 0;
  octavo::Diagnostics diagnostics;
  const octavo::DecodeLimits limits{.max_side = 4096,
                                    .max_source_pixels = 4'000'000,
                                    .max_pixels = 1'000'000,
                                    .max_work_bytes = 16 << 20};
  static_cast<void>(file->decode(0, limits, diagnostics));
  return 0;
}
