// A model's files -> named tensors and metadata, mapped and used in place.
// Accepts a directory in Hugging Face layout (one model.safetensors, or shards with
// model.safetensors.index.json), a single .safetensors file, or a .gguf file. Read-only and
// thread-safe after open; tensors stay valid as long as the object lives.
//
// Sizes are checked against the files when they are opened: a truncated file is an error there. A
// file that is cut short or overwritten later, while mapped, makes its pages unreadable (SIGBUS) or
// wrong. So models are replaced by writing a new file and renaming it over the old one, never in
// place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/tensor/tensor_ref.h"
#include "octavo/result.h"

namespace octavo::engine {

// Bounds on untrusted headers (spec/reliability A1-A5).
struct CheckpointLimits {
  int64_t max_header_bytes = 100'000'000;
  int64_t max_tensors = 1'000'000;
  int64_t max_metadata_keys = 100'000;
  int64_t max_string_bytes = int64_t(1) << 28;
  int64_t max_array_elements = int64_t(1) << 26;
};

// GGUF metadata value. Integers of every width become int64 (uint64 above 2^63 - 1 is an error),
// and so do the bools of an array.
using MetadataArray =
    std::variant<std::vector<int64_t>, std::vector<double>, std::vector<std::string>>;
using MetadataValue = std::variant<bool, int64_t, double, std::string, MetadataArray>;
using Metadata = std::map<std::string, MetadataValue, std::less<>>;

// A tensor that is in the file but that we cannot compute with.
struct UnusableTensor {
  std::string name;
  std::string why;  // "has the element type I64"
};

class Checkpoint {
 public:
  // Errors: kFileNotFound, kFileUnreadable (no regular file), kModelInvalid with the file, the rule
  // that was broken, expected and actual.
  static Result<Checkpoint> open(const std::string& path, const CheckpointLimits& limits = {});
  Checkpoint(Checkpoint&&) noexcept;
  Checkpoint& operator=(Checkpoint&&) noexcept;
  ~Checkpoint();

  enum class Format : uint8_t { kSafetensors, kGguf };
  Format format() const;
  const std::vector<TensorRef>& tensors() const;       // sorted by name
  const TensorRef* find(std::string_view name) const;  // nullptr when absent or unusable
  // The tensor, or kModelInvalid that says whether it is missing or why it cannot be used.
  Result<const TensorRef*> need(std::string_view name) const;
  // Sorted by name. Other element types are no error as long as nobody needs them.
  const std::vector<UnusableTensor>& unusable() const;
  // GGUF key-value pairs, or safetensors' __metadata__ (strings; of shards, those of the first that
  // has the key).
  const Metadata& metadata() const;
  // As given to open().
  const std::string& path() const;
  // All files, as they are mapped.
  std::vector<std::span<const uint8_t>> mappings() const;
  // Their bytes.
  int64_t mapped_bytes() const;
  // Tells the kernel that a tensor's pages will (or will not) be needed soon. Only whole pages
  // inside the tensor are meant: its neighbours keep theirs.
  void prefetch(const TensorRef& tensor) const;
  void release(const TensorRef& tensor) const;

 private:
  struct Impl;
  explicit Checkpoint(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::engine
