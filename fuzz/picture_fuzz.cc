// Bytes of a picture file, every frame, in tight limits.
#include "image/decode/decode.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = octavo::open_picture({data, size});
  if (!file.ok()) return 0;
  const octavo::DecodeLimits limits{.max_side = 4096,
                                    .max_source_pixels = 4'000'000,
                                    .max_pixels = 1'000'000,
                                    .max_work_bytes = 16 << 20};
  constexpr int kMaxFrames = 4;
  for (int frame = 0; frame < std::min(file->frame_count(), kMaxFrames); ++frame) {
    octavo::Diagnostics diagnostics;
    static_cast<void>(file->decode(frame, limits, diagnostics));
  }
  return 0;
}
