// The EXIF block of a photo.
#include "image/decode/ifd.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static_cast<void>(octavo::read_exif({data, size}));
  return 0;
}
