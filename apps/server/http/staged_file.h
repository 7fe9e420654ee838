// A file that is being received: made under a random name in the folder for arriving files, gone
// with its owner unless somebody has moved it elsewhere. Move-only; one thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/sha256.h"
#include "octavo/result.h"

namespace octavo::server {

class StagedFile {
 public:
  StagedFile() = default;
  static Result<StagedFile> create(const std::string& directory);
  // Another name for a finished one, in the same folder: the content is there once.
  static Result<StagedFile> link(const std::string& directory, const StagedFile& other);
  StagedFile(StagedFile&& other) noexcept { swap(other); }
  StagedFile& operator=(StagedFile&& other) noexcept {
    StagedFile gone(std::move(other));
    swap(gone);
    return *this;
  }
  ~StagedFile();

  explicit operator bool() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  uint64_t bytes() const { return bytes_; }
  // Of its content, in hexadecimal digits; once it is finished.
  const std::string& sha256() const { return sha256_; }

  // storage_full when the disk is; output_unwritable otherwise.
  Status append(std::string_view data);
  // No more is coming: closes the file and keeps it where it is.
  Status finish();

 private:
  void swap(StagedFile& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(bytes_, other.bytes_);
    std::swap(digest_, other.digest_);
    std::swap(sha256_, other.sha256_);
  }

  std::string path_;
  int descriptor_ = -1;
  uint64_t bytes_ = 0;
  Sha256 digest_;
  std::string sha256_;
};

}  // namespace octavo::server
