// Files in: anything that is not a regular file (or a pipe where said so) is refused. Pipes and
// writing are in octavo/files.h.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/files.h"
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

// As in octavo/files.h, for what is not in one piece: `write` writes to the descriptor and returns
// 0 or errno.
Status write_file_atomically(const std::string& path, const std::function<int(int)>& write);

}  // namespace octavo
