// The GGUF container (versions 2 and 3, little-endian): key-value metadata, tensor infos, aligned
// data. Dimensions in the file are innermost first; TensorRef::shape is outermost first. Tensors
// must follow each other as llama.cpp demands: each begins at the next multiple of the alignment.
// Source: the format's description in ggml (docs/gguf.md there) and the `gguf` package 0.19;
// spec/reliability 1.2, A5.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/checkpoint/model_file.h"

namespace octavo::engine {

// By its first four bytes.
bool is_gguf(std::span<const uint8_t> bytes);

// `bytes` is the whole file, at an address that is a multiple of 32 (a mapping is), and must
// outlive the result. Takes at most the size of the file and 64 MiB for metadata, and about a
// hundred bytes for each tensor that the file has room to describe. Errors: kModelInvalid naming
// `path` and the rule.
Result<ModelFile> read_gguf(std::span<const uint8_t> bytes, const std::string& path,
                            const CheckpointLimits& limits);

}  // namespace octavo::engine
