// Pictures into bytes. Deterministic: the same pixels and options give the same bytes. Thread-safe.
// Errors: kInvalidArgument (empty image, quality out of range, a JPEG side over 65,500), kInternal.
#pragma once

#include <vector>

#include "image/image.h"
#include "octavo/result.h"

namespace octavo {

struct JpegOptions {
  int quality = 90;          // 1..100
  bool full_chroma = false;  // true: 4:4:4, for coloured text and drawings; false: 4:2:0
  int dpi = 0;               // written into the file when positive
};
Result<std::vector<uint8_t>> encode_jpeg(ImageView image, const JpegOptions& options = {});

// 8-bit grey or RGB.
Result<std::vector<uint8_t>> encode_png(ImageView image);

}  // namespace octavo
