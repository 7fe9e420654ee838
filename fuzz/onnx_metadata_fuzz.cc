// The walk through a ModelProto for its metadata.
#include "networks/onnx_metadata.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static_cast<void>(octavo::onnx_metadata({data, size}, "character"));
  return 0;
}
