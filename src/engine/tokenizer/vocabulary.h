// What a tokenizer's file says, whatever its format, and the tables made of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/tokenizer/added_tokens.h"
#include "engine/tokenizer/merges.h"
#include "octavo/result.h"

namespace octavo::engine {

struct TokenizerFile {
  std::string path;  // for errors
  // How entries are called in errors: "model.vocab", "tokenizer.ggml.tokens".
  std::string vocabulary_name, merges_name, added_name;
  std::vector<std::pair<std::string, TokenId>> vocabulary;  // in byte symbols
  std::vector<std::pair<std::string, std::string>> merges;  // likewise, by rank
  std::vector<AddedToken> added;
  bool nfc = true;
  bool ignore_merges = false;  // a piece that is a token is that token
};

class Vocabulary {
 public:
  // Errors: kModelInvalid naming the file, the list and the entry.
  static Result<Vocabulary> build(const TokenizerFile& file);

  std::string_view bytes_of(TokenId id) const;
  bool is_special(TokenId id) const { return exists(id) && special_[static_cast<size_t>(id)]; }
  int64_t size() const { return static_cast<int64_t>(special_.size()); }
  // An added token by its text, else the first plain one with these bytes; -1 when there is none.
  TokenId id_of(std::string_view bytes) const;
  // Of the plain ones alone.
  TokenId id_of_plain(std::string_view bytes) const;

  const MergeTable& merges() const { return merges_; }
  TokenId byte_token(uint8_t byte) const { return byte_tokens_[byte]; }
  // Non-normalised and normalised added tokens.
  const AddedTokenFinder& added_raw() const { return added_raw_; }
  const AddedTokenFinder& added_normalized() const { return added_normalized_; }

 private:
  friend class VocabularyBuilder;
  bool exists(TokenId id) const { return id >= 0 && id < size(); }

  std::string bytes_;             // of all tokens, in order of their ids
  std::vector<uint32_t> begins_;  // size() + 1 places in bytes_
  std::vector<bool> special_;
  std::vector<TokenId> by_bytes_;  // plain tokens, sorted by their bytes, then their ids
  std::array<TokenId, 256> byte_tokens_{};
  MergeTable merges_;
  AddedTokenFinder added_raw_, added_normalized_;
};

}  // namespace octavo::engine
