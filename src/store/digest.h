// What the content of a file should be, and finding out what it is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/sha256.h"
#include "octavo/options.h"
#include "octavo/result.h"
#include "store/sha1.h"

namespace octavo::store {

// Hubs name large files by their sha256 and small ones by their git blob id: the SHA-1 of
// "blob SIZE\0" and the content. Against damage the id is as good; against malice it is not.
struct Digest {
  enum class Kind : uint8_t { kNone, kSha256, kGitBlob };
  Kind kind = Kind::kNone;
  std::string hex;

  // By the number of digits: 64 or 40; kNone for anything else, quotes are left out.
  static Digest from_hex(std::string_view hex);
};

// Takes the content in portions.
class ContentHash {
 public:
  // `bytes`: size of the whole, needed before the first byte for a git blob id.
  ContentHash(const Digest& expected, uint64_t bytes);
  void add(std::span<const uint8_t> bytes);

  struct Seen {
    std::string sha256;
    std::string actual;  // in the kind that was expected
    bool as_expected = false;
  };
  Seen finish();  // ends the object's use

 private:
  Digest expected_;
  Sha256 sha256_;
  std::optional<Sha1> git_;
};

// Hashes a file. `on_bytes` is told of each portion. Errors: kFileNotFound, kFileUnreadable,
// kCancelled.
Result<ContentHash::Seen> hash_file(const std::string& path, const Digest& expected,
                                    const CancelFlag* cancel,
                                    const std::function<void(uint64_t)>& on_bytes = {});

}  // namespace octavo::store
