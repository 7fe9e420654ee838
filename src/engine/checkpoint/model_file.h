// One mapped file read: what safetensors.cc and gguf.cc hand to checkpoint.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/checkpoint/checkpoint.h"

namespace octavo::engine {

struct ModelFile {
  std::vector<TensorRef> tensors;        // views into the bytes that were read; sorted by name
  std::vector<UnusableTensor> unusable;  // sorted by name
  Metadata metadata;
};

// A name out of a file as it may stand in an error: in quotes, valid UTF-8 without control
// characters, cut when it is very long.
std::string quote_name(std::string_view name);

// kModelInvalid.
Error broken_model(const std::string& path, std::string what);

// Sorts both lists by name. An error when a name occurs twice.
Status sort_by_name(ModelFile& file, const std::string& path);

}  // namespace octavo::engine
