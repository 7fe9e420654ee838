#include "engine/tokenizer/vocabulary.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/try.h"
#include "base/utf8.h"
#include "engine/checkpoint/model_file.h"
#include "engine/tokenizer/byte_symbols.h"
#include "engine/tokenizer/nfc.h"

namespace octavo::engine {
namespace {

// Ids may have gaps, but tables go by id: they must not be much larger than what the file holds.
constexpr int64_t kMostGaps = 100'000;
constexpr size_t kMostText = size_t(1) << 30;  // all tokens together; real ones have a few MB
constexpr size_t kLongestAdded = 256;          // longer phrases would make finding them slow

}  // namespace

class VocabularyBuilder {
 public:
  explicit VocabularyBuilder(const TokenizerFile& file) : file_(file) {}
  Result<Vocabulary> build();

 private:
  Error broken(std::string what) const { return broken_model(file_.path, std::move(what)); }
  static std::string entry(const std::string& list, size_t i) {
    return list + "[" + std::to_string(i) + "]";
  }
  Status check_id(TokenId id, const std::string& where) const;
  Status place(TokenId id, std::string text, const std::string& where);
  Status read_vocabulary();
  Status read_added();
  Status read_byte_tokens();
  Status read_merges();
  void store();

  const TokenizerFile& file_;
  int64_t id_limit_ = 0;
  std::unordered_map<std::string_view, TokenId> ids_;  // by byte symbols
  std::vector<std::optional<std::string>> texts_;      // by id, as bytes
  std::vector<bool> special_;
  Vocabulary out_;
};

Status VocabularyBuilder::check_id(TokenId id, const std::string& where) const {
  if (id >= 0 && id < id_limit_) return success();
  return broken(where + " has the id " + std::to_string(id) + ", expected 0 to " +
                std::to_string(id_limit_ - 1));
}

Status VocabularyBuilder::place(TokenId id, std::string text, const std::string& where) {
  const auto at = static_cast<size_t>(id);
  if (at >= texts_.size()) {
    texts_.resize(at + 1);
    special_.resize(at + 1);
  }
  if (texts_[at] && *texts_[at] != text)
    return broken(where + " " + quote_name(text) + " has the id " + std::to_string(id) +
                  ", which is that of " + quote_name(*texts_[at]));
  texts_[at] = std::move(text);
  return success();
}

Status VocabularyBuilder::read_vocabulary() {
  if (file_.vocabulary.empty()) return broken(file_.vocabulary_name + " is missing or empty");
  size_t bytes = 0;
  for (const auto& [text, id] : file_.vocabulary) bytes += text.size();
  if (bytes > kMostText)
    return broken(file_.vocabulary_name + " has " + std::to_string(bytes) +
                  " bytes of text, more than " + std::to_string(kMostText));
  ids_.reserve(file_.vocabulary.size());
  for (const auto& [text, id] : file_.vocabulary) {
    const std::string where = file_.vocabulary_name + " " + quote_name(text);
    OCTAVO_TRY_STATUS(check_id(id, where));
    if (static_cast<size_t>(id) < texts_.size() && texts_[static_cast<size_t>(id)])
      return broken(where + " has the id " + std::to_string(id) + ", which another token has");
    if (!ids_.emplace(text, id).second) return broken(where + " occurs twice");
    // A text that is not written in byte symbols stands for itself; no merge can lead to it.
    OCTAVO_TRY_STATUS(place(id, bytes_of_symbols(text).value_or(text), where));
  }
  return success();
}

Status VocabularyBuilder::read_added() {
  std::vector<AddedToken> raw, normalized;
  std::unordered_map<std::string_view, TokenId> seen;
  for (size_t i = 0; i < file_.added.size(); ++i) {
    AddedToken token = file_.added[i];
    const std::string where = entry(file_.added_name, i);
    if (token.content.empty() || token.content.size() > kLongestAdded)
      return broken(where + " has " + std::to_string(token.content.size()) +
                    " bytes, expected 1 to " + std::to_string(kLongestAdded));
    OCTAVO_TRY_STATUS(check_id(token.id, where));
    if (!seen.emplace(file_.added[i].content, token.id).second)
      return broken(where + " " + quote_name(token.content) + " occurs twice");
    const auto plain = ids_.find(token.content);
    if (plain != ids_.end() && plain->second != token.id)
      return broken(where + " " + quote_name(token.content) + " has the id " +
                    std::to_string(token.id) + ", expected " + std::to_string(plain->second) +
                    " as in " + file_.vocabulary_name);
    // In the vocabulary too: there its text is written in symbols, but it is itself.
    if (plain != ids_.end()) texts_[static_cast<size_t>(token.id)].reset();
    OCTAVO_TRY_STATUS(place(token.id, token.content, where));
    special_[static_cast<size_t>(token.id)] = token.special;
    if (token.normalized && file_.nfc) token.content = to_reference_nfc(token.content);
    (token.normalized ? normalized : raw).push_back(std::move(token));
  }
  out_.added_raw_ = AddedTokenFinder(std::move(raw));
  out_.added_normalized_ = AddedTokenFinder(std::move(normalized));
  return success();
}

Status VocabularyBuilder::read_byte_tokens() {
  for (size_t byte = 0; byte < 256; ++byte) {
    const std::string& symbol = byte_symbols()[byte];
    const auto at = ids_.find(symbol);
    if (at == ids_.end())
      return broken(file_.vocabulary_name + " lacks " + quote_name(symbol) +
                    ", the symbol of byte " + std::to_string(byte) + ": no byte-level vocabulary");
    out_.byte_tokens_[byte] = at->second;
  }
  return success();
}

Status VocabularyBuilder::read_merges() {
  std::vector<MergeTable::Pair> pairs;
  pairs.reserve(file_.merges.size());
  std::string both;
  for (size_t i = 0; i < file_.merges.size(); ++i) {
    const auto& [left, right] = file_.merges[i];
    both.assign(left).append(right);
    std::array<TokenId, 3> ids{};
    const std::array<std::string_view, 3> texts = {left, right, both};
    for (size_t j = 0; j < texts.size(); ++j) {
      const auto at = ids_.find(texts[j]);
      if (at == ids_.end() || texts[j].empty())
        return broken(entry(file_.merges_name, i) + " needs " + quote_name(texts[j]) +
                      ", which is not in " + file_.vocabulary_name);
      ids[j] = at->second;
    }
    pairs.push_back({ids[0], ids[1], ids[2]});
  }
  out_.merges_ = MergeTable(pairs, texts_.size());
  return success();
}

void VocabularyBuilder::store() {
  out_.begins_.reserve(texts_.size() + 1);
  for (const auto& text : texts_) {
    out_.begins_.push_back(static_cast<uint32_t>(out_.bytes_.size()));
    if (text) out_.bytes_ += *text;
  }
  out_.begins_.push_back(static_cast<uint32_t>(out_.bytes_.size()));
  out_.special_ = std::move(special_);
  for (const auto& [text, id] : file_.vocabulary) out_.by_bytes_.push_back(id);
  std::sort(out_.by_bytes_.begin(), out_.by_bytes_.end(), [&](TokenId a, TokenId b) {
    const int order = out_.bytes_of(a).compare(out_.bytes_of(b));
    return order != 0 ? order < 0 : a < b;
  });
}

Result<Vocabulary> VocabularyBuilder::build() {
  const size_t tokens = file_.vocabulary.size() + file_.added.size();
  id_limit_ = 2 * static_cast<int64_t>(tokens) + kMostGaps;
  OCTAVO_TRY_STATUS(read_vocabulary());
  OCTAVO_TRY_STATUS(read_added());
  OCTAVO_TRY_STATUS(read_byte_tokens());
  OCTAVO_TRY_STATUS(read_merges());
  store();
  return std::move(out_);
}

Result<Vocabulary> Vocabulary::build(const TokenizerFile& file) {
  return VocabularyBuilder(file).build();
}

std::string_view Vocabulary::bytes_of(TokenId id) const {
  if (!exists(id)) return {};
  const auto at = static_cast<size_t>(id);
  return std::string_view(bytes_).substr(begins_[at], begins_[at + 1] - begins_[at]);
}

TokenId Vocabulary::id_of_plain(std::string_view bytes) const {
  const auto at =
      std::lower_bound(by_bytes_.begin(), by_bytes_.end(), bytes,
                       [&](TokenId id, std::string_view wanted) { return bytes_of(id) < wanted; });
  return at != by_bytes_.end() && bytes_of(*at) == bytes ? *at : -1;
}

TokenId Vocabulary::id_of(std::string_view bytes) const {
  for (const AddedTokenFinder* const finder : {&added_raw_, &added_normalized_})
    if (const AddedToken* const token = finder->find_exact(bytes)) return token->id;
  return id_of_plain(bytes);
}

}  // namespace octavo::engine
