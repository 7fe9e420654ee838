#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/try.h"
#include "base/utf8.h"
#include "engine/checkpoint/model_file.h"
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_files.h"

namespace octavo::engine {
namespace {

constexpr int64_t kMaxFileBytes = int64_t(1) << 28;  // ten times the largest known
constexpr size_t kMaxTokens = size_t(1) << 22;
constexpr size_t kMaxSettings = 1000;
constexpr int kMaxDepth = 32;

using Kind = JsonReader::Kind;
// JSON path -> scalar: strings in single quotes, else as JSON writes them.
using Settings = std::map<std::string, std::string>;

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

class TokenizerJson {
 public:
  TokenizerJson(std::string_view text, const std::string& path) : reader_(text, kMaxDepth) {
    file_.path = path;
    file_.vocabulary_name = "model.vocab";
    file_.merges_name = "model.merges";
    file_.added_name = "added_tokens";
  }
  Result<TokenizerFile> read();

 private:
  Error broken(const std::string& what) const { return broken_model(file_.path, what); }
  Status read_member(std::string_view key);
  Status read_settings(const std::string& at, Settings& settings, int depth = 0);
  Status read_added();
  Result<AddedToken> read_added_token(const std::string& where);
  Status read_model();
  Status read_model_member(std::string_view key, Settings& settings);
  Status read_vocabulary();
  Status read_merges();
  Result<std::pair<std::string, std::string>> read_merge(const std::string& where);
  Status check_normalizer();
  Status check_pipeline() const;
  Status expect(const Settings& settings, const std::string& key, std::string_view wanted,
                std::string_view or_else = {}) const;
  std::optional<TokenId> read_id();

  JsonReader reader_;
  TokenizerFile file_;
  Settings normalizer_, pre_tokenizer_, decoder_;
  std::map<std::string, int, std::less<>> seen_;
};

// All scalars under a value; recursion is bounded by the reader's depth.
Status TokenizerJson::read_settings(const std::string& at, Settings& settings, int depth) {
  if (settings.size() >= kMaxSettings || depth >= kMaxDepth)
    return broken(at + " has too many parts");
  switch (reader_.peek()) {
    case Kind::kObject:
      reader_.enter_object();
      while (const auto key = reader_.next_key()) {
        const std::string below = at + "." + std::string(*key);
        OCTAVO_TRY_STATUS(read_settings(below, settings, depth + 1));
      }
      break;
    case Kind::kArray: {
      size_t i = 0;
      reader_.enter_array();
      while (reader_.next_element())
        OCTAVO_TRY_STATUS(read_settings(at + "[" + std::to_string(i++) + "]", settings, depth + 1));
      break;
    }
    case Kind::kString:
      settings[at] = quoted(reader_.string());
      break;
    case Kind::kBool:
      settings[at] = reader_.boolean() ? "true" : "false";
      break;
    case Kind::kNull:
      reader_.null();
      settings[at] = "null";
      break;
    default:
      settings[at] = std::to_string(reader_.number());
  }
  return success();
}

std::optional<TokenId> TokenizerJson::read_id() {
  const auto id = reader_.unsigned_integer();
  if (!id || *id > static_cast<uint64_t>(std::numeric_limits<TokenId>::max())) return std::nullopt;
  return static_cast<TokenId>(*id);
}

Result<AddedToken> TokenizerJson::read_added_token(const std::string& where) {
  AddedToken token;
  reader_.enter_object();
  while (const auto key = reader_.next_key()) {
    if (*key == "id") {
      const auto id = read_id();
      if (reader_.ok() && !id) return broken(where + ".id is no token id");
      token.id = id.value_or(-1);
    } else if (*key == "content") {
      token.content = reader_.string();
    } else if (*key == "special") {
      token.special = reader_.boolean();
    } else if (*key == "normalized") {
      token.normalized = reader_.boolean();
    } else if (*key == "lstrip" || *key == "rstrip" || *key == "single_word") {
      const std::string name(*key);
      if (reader_.boolean()) return broken(where + "." + name + " is true, which is not supported");
    } else {
      reader_.skip();
    }
  }
  return token;
}

Status TokenizerJson::read_added() {
  reader_.enter_array();
  while (reader_.next_element()) {
    if (file_.added.size() >= kMaxTokens) return broken("added_tokens has too many elements");
    const std::string where = "added_tokens[" + std::to_string(file_.added.size()) + "]";
    file_.added.push_back(OCTAVO_TRY(read_added_token(where)));
  }
  return success();
}

Status TokenizerJson::read_vocabulary() {
  reader_.enter_object();
  while (const auto key = reader_.next_key()) {
    if (file_.vocabulary.size() >= kMaxTokens) return broken("model.vocab has too many tokens");
    std::string text(*key);
    const auto id = read_id();
    if (reader_.ok() && !id)
      return broken("the value of model.vocab " + quote_name(text) + " is no token id");
    file_.vocabulary.emplace_back(std::move(text), id.value_or(-1));
  }
  return success();
}

// "left right" as older files have it, or ["left", "right"].
Result<std::pair<std::string, std::string>> TokenizerJson::read_merge(const std::string& where) {
  if (reader_.peek() == Kind::kArray) {
    std::vector<std::string> sides;
    reader_.enter_array();
    while (reader_.next_element() && sides.size() < 3) sides.emplace_back(reader_.string());
    if (reader_.ok() && sides.size() != 2) return broken(where + " is no pair");
    sides.resize(2);
    return std::pair(std::move(sides[0]), std::move(sides[1]));
  }
  const std::string_view both = reader_.string();
  const size_t space = both.find(' ');
  if (reader_.ok() &&
      (space == std::string_view::npos || both.find(' ', space + 1) != std::string_view::npos))
    return broken(where + " is no pair");
  if (!reader_.ok()) return std::pair(std::string(), std::string());
  return std::pair(std::string(both.substr(0, space)), std::string(both.substr(space + 1)));
}

Status TokenizerJson::read_merges() {
  reader_.enter_array();
  while (reader_.next_element()) {
    if (file_.merges.size() >= kMaxTokens) return broken("model.merges has too many elements");
    const std::string where = "model.merges[" + std::to_string(file_.merges.size()) + "]";
    file_.merges.push_back(OCTAVO_TRY(read_merge(where)));
  }
  return success();
}

Status TokenizerJson::read_model_member(std::string_view key, Settings& settings) {
  if (key == "vocab") return read_vocabulary();
  if (key == "merges") return read_merges();
  return read_settings("model." + std::string(key), settings);
}

Status TokenizerJson::read_model() {
  Settings settings;
  std::map<std::string, int, std::less<>> seen;
  reader_.enter_object();
  while (const auto key = reader_.next_key()) {
    if (++seen[std::string(*key)] > 1)
      return broken("model." + std::string(*key) + " occurs twice");
    OCTAVO_TRY_STATUS(read_model_member(std::string(*key), settings));
  }
  if (!reader_.ok()) return success();
  OCTAVO_TRY_STATUS(expect(settings, "model.type", "'BPE'"));
  // What stands here changes ids; the rest (unk_token, fuse_unk, byte_fallback) is for characters
  // outside the vocabulary, and a byte-level one has none.
  OCTAVO_TRY_STATUS(expect(settings, "model.dropout", "null", "0.000000"));
  OCTAVO_TRY_STATUS(expect(settings, "model.continuing_subword_prefix", "null", "''"));
  OCTAVO_TRY_STATUS(expect(settings, "model.end_of_word_suffix", "null", "''"));
  file_.ignore_merges = settings["model.ignore_merges"] == "true";
  return success();
}

Status TokenizerJson::read_member(std::string_view key) {
  if (++seen_[std::string(key)] > 1) return broken(std::string(key) + " occurs twice");
  if (key == "added_tokens") return read_added();
  if (key == "normalizer") return read_settings("normalizer", normalizer_);
  if (key == "pre_tokenizer") return read_settings("pre_tokenizer", pre_tokenizer_);
  if (key == "decoder") return read_settings("decoder", decoder_);
  if (key == "model") return read_model();
  reader_.skip();
  return success();
}

// An absent setting counts as the first of the two values when that is null.
Status TokenizerJson::expect(const Settings& settings, const std::string& key,
                             std::string_view wanted, std::string_view or_else) const {
  const auto at = settings.find(key);
  const std::string found = at == settings.end() ? "null" : at->second;
  if (found == wanted || (!or_else.empty() && found == or_else)) return success();
  return broken(key + " is " + (at == settings.end() ? "missing" : quote_name(found)) +
                ", expected " + std::string(wanted));
}

Status TokenizerJson::check_normalizer() {
  if (normalizer_.empty() || normalizer_.count("normalizer") > 0) {
    file_.nfc = false;
    return expect(normalizer_, "normalizer", "null");
  }
  if (normalizer_["normalizer.type"] != "'Sequence'")
    return expect(normalizer_, "normalizer.type", "'NFC'");
  OCTAVO_TRY_STATUS(expect(normalizer_, "normalizer.normalizers[0].type", "'NFC'"));
  return expect(normalizer_, "normalizer.normalizers[1].type", "null");
}

// The Qwen2 form, and no other.
Status TokenizerJson::check_pipeline() const {
  const std::string root = "pre_tokenizer", split = root + ".pretokenizers[0]",
                    bytes = root + ".pretokenizers[1]";
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {root + ".type", "'Sequence'"},
      {split + ".type", "'Split'"},
      {split + ".pattern.Regex", quoted(kQwen2Pattern)},
      {split + ".behavior", "'Isolated'"},
      {split + ".invert", "false"},
      {bytes + ".type", "'ByteLevel'"},
      {bytes + ".add_prefix_space", "false"},
      {bytes + ".use_regex", "false"},
      {root + ".pretokenizers[2].type", "null"},
  };
  for (const auto& [key, value] : wanted) OCTAVO_TRY_STATUS(expect(pre_tokenizer_, key, value));
  return expect(decoder_, "decoder.type", "'ByteLevel'");
}

Result<TokenizerFile> TokenizerJson::read() {
  reader_.enter_object();
  while (const auto key = reader_.next_key()) OCTAVO_TRY_STATUS(read_member(std::string(*key)));
  reader_.finish();
  if (!reader_.ok()) return broken(reader_.error());
  if (seen_.find("model") == seen_.end()) return broken("model is missing");
  OCTAVO_TRY_STATUS(check_normalizer());
  OCTAVO_TRY_STATUS(check_pipeline());
  return std::move(file_);
}

}  // namespace

Result<TokenizerFile> parse_tokenizer_json(std::string_view text, const std::string& path) {
  if (!is_valid_utf8(text)) return broken_model(path, "not valid UTF-8");
  return TokenizerJson(text, path).read();
}

Result<TokenizerFile> read_tokenizer_json(const std::string& path) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, kMaxFileBytes));
  return parse_tokenizer_json(
      {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()}, path);
}

}  // namespace octavo::engine
