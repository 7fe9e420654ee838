// Settings out of a model's files by their keys, with errors that name the file, the key, what was
// expected and what is there. JSON and GGUF metadata look the same here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/checkpoint/checkpoint.h"
#include "octavo/result.h"

namespace octavo::engine {

// Other names of one setting; the first that is there counts.
using KeyNames = std::vector<std::string>;

// Refers to `values`, which must outlive it. All errors are kModelInvalid.
class ConfigKeys {
 public:
  ConfigKeys(std::string file, const Metadata& values) : file_(std::move(file)), values_(&values) {}

  const std::string& file() const { return file_; }
  bool has(const KeyNames& names) const { return find(names).second != nullptr; }

  // A whole number from `low` to `high`; `otherwise` when no such key is there.
  Result<int> integer(const KeyNames& names, int64_t low, int64_t high,
                      std::optional<int> otherwise = std::nullopt) const;
  // A finite number from `low` to `high`.
  Result<double> number(const KeyNames& names, double low, double high,
                        std::optional<double> otherwise = std::nullopt) const;
  Result<bool> flag(const KeyNames& names, bool otherwise) const;
  Result<std::string> text(const KeyNames& names,
                           std::optional<std::string> otherwise = std::nullopt) const;
  // One number or a list of them. Empty when the key is not there.
  Result<std::vector<double>> numbers(const KeyNames& names) const;
  Result<std::vector<int64_t>> integers(const KeyNames& names) const;

  // The setting is there, but is not what it must be.
  Error wrong(const KeyNames& names, const std::string& expected) const;
  Error missing(const KeyNames& names) const;

 private:
  std::pair<std::string_view, const MetadataValue*> find(const KeyNames& names) const;

  std::string file_;
  const Metadata* values_;
};

// A JSON file as one level of keys: {"a": {"b": [1, 2]}} becomes "a.b". Lists of numbers or of
// strings are kept, other lists are left out, and so is null. Errors: kFileNotFound,
// kFileUnreadable, kModelInvalid (no JSON, a key twice, absurd size).
Result<Metadata> read_json_settings(const std::string& path);
// The same from text; `path` is for errors.
Result<Metadata> parse_json_settings(std::string_view text, const std::string& path);

}  // namespace octavo::engine
