// The key-value section of a GGUF file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "engine/checkpoint/model_file.h"

namespace octavo::engine {

// A length (u64) and so many bytes; nullopt when they are not there or more than the limit.
std::optional<std::string_view> read_gguf_string(ByteReader& reader,
                                                 const CheckpointLimits& limits);

// `count` pairs from the reader's place on. Errors: kModelInvalid.
Result<Metadata> read_gguf_metadata(ByteReader& reader, uint64_t count, const std::string& path,
                                    const CheckpointLimits& limits);

}  // namespace octavo::engine
