// The safetensors container: 8 bytes of header length, a JSON header, the data.
// Accepts and refuses what the `safetensors` package (0.8) does, but for what is listed in
// safetensors.cc; tools/reference/safetensors_differential.py compares them. Source:
// spec/reliability 1.2; the format's own description.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/checkpoint/model_file.h"

namespace octavo::engine {

// `bytes` is the whole file and must outlive the result. Errors: kModelInvalid naming `path` and
// the rule.
Result<ModelFile> read_safetensors(std::span<const uint8_t> bytes, const std::string& path,
                                   const CheckpointLimits& limits);

}  // namespace octavo::engine
