// A model in one file, its matrices as the kernels take them: mapped and used in place
// (docs/model.md, "Prepacked files"). Little-endian:
//   0   "OCTINT8" and a zero byte
//   8   version, 32 bits: 1, or 2 with 4-bit matrices, which "dtypes" tells
//   12  bytes that parts begin at multiples of, 32 bits: 64
//   16  bytes of the header, 64 bits
//   24  bytes of the file, 64 bits
//   32  SHA-256 of the header, 32 bytes
//   64  the header, JSON: the configuration's keys at the root, "chat_template", "dtypes", and
//       "parts" with [offset, bytes] by name; then the parts
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/thread_pool.h"
#include "engine/model/large_pages.h"
#include "engine/model/weights.h"
#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

// What goes into a file besides the weights.
struct PackedTexts {
  std::string tokenizer;  // tokenizer.json
  std::string chat_template;
};

// Errors: kInvalidArgument when a matrix has no int8 part, those of writing. A file that is there
// is replaced once the new one is whole.
Status write_packed_file(const std::string& path, const ModelConfig& config,
                         const ModelWeights& weights, const PackedTexts& texts);

// Whether the file says that it is one. False for what cannot be read.
bool is_packed_file(const std::string& path);

// Immutable and thread-safe, once it is as wanted. Its weights are views into the mapping.
class PackedFile {
 public:
  // Errors: kFileNotFound, kFileUnreadable, kModelInvalid with the rule that was broken. The
  // header is checked in full, parts for place and size, and norms for being finite; not the
  // matrices, which would have to be read for it.
  static Result<std::unique_ptr<PackedFile>> open(const std::string& path);
  ~PackedFile();

  // Begins to move the matrices that each token is multiplied with to large pages: as much memory,
  // read half as fast again. As far as that takes no more than some tenths of a second, for a model
  // that is ready at once is worth more than a faster one; pages().move_some() goes on. Nothing is
  // moved where the system has no large pages or memory is short.
  void move_language(ThreadPool& pool);
  LargePages& pages() const;

  const ModelConfig& config() const;
  const ModelWeights& weights() const;
  std::string_view tokenizer_json() const;
  const std::string& chat_template() const;
  std::span<const uint8_t> bytes() const;  // all of it, as it is mapped

 private:
  struct Impl;
  explicit PackedFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::engine
