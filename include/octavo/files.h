// Standard input, and the files of the results: written whole or not at all, under safe names.
// Thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo {

// Reads a descriptor (a pipe, standard input) to its end.
Result<std::vector<uint8_t>> read_descriptor(int descriptor, const std::string& name,
                                             int64_t max_bytes);

// A temporary in the same directory, then rename: a failed write leaves nothing. Errors:
// kStorageFull, kOutputUnwritable.
Status write_file_atomically(const std::string& path, std::span<const uint8_t> bytes);
Status write_file_atomically(const std::string& path, std::string_view text);

// mkdir -p. An existing directory is fine; an existing file in the way is an error.
Status make_directories(const std::string& path);

// A file name for `stem`: no separators, no control characters, not "." or "..", at most
// `max_bytes` bytes of valid UTF-8, never empty.
std::string safe_file_stem(std::string_view stem, size_t max_bytes = 200);

}  // namespace octavo
