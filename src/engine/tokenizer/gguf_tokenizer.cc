#include <limits>
#include <utility>

#include "base/try.h"
#include "engine/checkpoint/model_file.h"
#include "engine/tokenizer/tokenizer_files.h"

namespace octavo::engine {
namespace {

// token_type, as llama.cpp numbers it.
enum TokenType : int64_t { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };

class MetadataReader {
 public:
  MetadataReader(const Metadata& metadata, const std::string& path)
      : metadata_(metadata), path_(path) {}

  Error broken(std::string_view key, const std::string& what) const {
    return broken_model(path_, "metadata " + quote_name(key) + " " + what);
  }
  Status expect(std::string_view key, std::string_view wanted) const {
    const auto at = metadata_.find(key);
    if (at == metadata_.end()) return broken(key, "is missing: no tokenizer in this file");
    const auto* const value = std::get_if<std::string>(&at->second);
    if (value == nullptr) return broken(key, "is no string");
    if (*value == wanted) return success();
    return broken(key, "is " + quote_name(*value) + ", expected '" + std::string(wanted) + "'");
  }
  template <class T>
  Result<const std::vector<T>*> array(std::string_view key, std::string_view of) const {
    const auto at = metadata_.find(key);
    if (at == metadata_.end()) return broken(key, "is missing");
    const auto* const any = std::get_if<MetadataArray>(&at->second);
    const auto* const list = any != nullptr ? std::get_if<std::vector<T>>(any) : nullptr;
    if (list == nullptr) return broken(key, "is no array of " + std::string(of));
    return list;
  }

 private:
  const Metadata& metadata_;
  const std::string& path_;
};

}  // namespace

Result<TokenizerFile> read_tokenizer_metadata(const Metadata& metadata, const std::string& path) {
  constexpr std::string_view kTokens = "tokenizer.ggml.tokens", kMerges = "tokenizer.ggml.merges",
                             kTypes = "tokenizer.ggml.token_type";
  const MetadataReader reader(metadata, path);
  OCTAVO_TRY_STATUS(reader.expect("tokenizer.ggml.model", "gpt2"));
  OCTAVO_TRY_STATUS(reader.expect("tokenizer.ggml.pre", "qwen2"));
  const auto& tokens = *OCTAVO_TRY(reader.array<std::string>(kTokens, "strings"));
  const auto& merges = *OCTAVO_TRY(reader.array<std::string>(kMerges, "strings"));
  const auto& types = *OCTAVO_TRY(reader.array<int64_t>(kTypes, "integers"));
  if (types.size() != tokens.size())
    return reader.broken(kTypes, "has " + std::to_string(types.size()) + " elements, expected " +
                                     std::to_string(tokens.size()) + " as in " +
                                     std::string(kTokens));
  if (tokens.size() > static_cast<size_t>(std::numeric_limits<TokenId>::max()))
    return reader.broken(kTokens, "has too many elements");

  TokenizerFile file;
  file.path = path;
  file.vocabulary_name = file.added_name = kTokens;
  file.merges_name = kMerges;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const auto id = static_cast<TokenId>(i);
    switch (types[i]) {
      case kNormal:
        file.vocabulary.emplace_back(tokens[i], id);
        break;
      case kControl:
      case kUserDefined:
        file.added.push_back({id, tokens[i], types[i] == kControl, false});
        break;
      case kUnused:
        break;
      default:
        return reader.broken(kTypes, "element " + std::to_string(i) + " is " +
                                         std::to_string(types[i]) + ", expected 1, 3, 4 or 5");
    }
  }
  for (size_t i = 0; i < merges.size(); ++i) {
    const size_t space = merges[i].find(' ');
    if (space == std::string::npos || merges[i].find(' ', space + 1) != std::string::npos)
      return reader.broken(kMerges, "element " + std::to_string(i) + " is no pair");
    file.merges.emplace_back(merges[i].substr(0, space), merges[i].substr(space + 1));
  }
  return file;
}

}  // namespace octavo::engine
