// Files in and out. Reading refuses anything that is not a regular file (or a pipe where said so).
// Writing is atomic: a temporary in the same directory, then rename; a failed write leaves nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo {

// Read-only view of a whole file. Owns the mapping; move-only.
class MappedFile {
 public:
  static Result<MappedFile> open(const std::string& path, int64_t max_bytes);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();
  std::span<const uint8_t> bytes() const { return {data_, size_}; }

 private:
  MappedFile(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

// Reads a descriptor (a pipe, standard input) to its end.
Result<std::vector<uint8_t>> read_descriptor(int descriptor, const std::string& name,
                                             int64_t max_bytes);

Status write_file_atomically(const std::string& path, std::span<const uint8_t> bytes);
Status write_file_atomically(const std::string& path, std::string_view text);

// mkdir -p. An existing directory is fine; an existing file in the way is an error.
Status make_directories(const std::string& path);

// A file name for `stem`: no separators, no control characters, not "." or "..", at most `max_bytes`
// bytes of valid UTF-8, never empty.
std::string safe_file_stem(std::string_view stem, size_t max_bytes = 200);

}  // namespace octavo
