// Text <-> token ids: byte-level BPE as in Qwen2 (NFC, the Qwen2 pre-tokenizer, GPT-2 byte
// symbols).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo::engine {

class Checkpoint;

using TokenId = int32_t;

enum class SpecialTokens : uint8_t {
  kParse,   // "<|im_end|>" in the text becomes that token: for text we wrote ourselves
  kAsText,  // it stays ordinary characters: for anything from a user or a document
};

// Immutable and thread-safe after load.
class Tokenizer {
 public:
  // tokenizer.json of Hugging Face tokenizers. Errors: kModelInvalid with the JSON path.
  static Result<Tokenizer> load_json(const std::string& path);
  // The same from text; `path` is for errors.
  static Result<Tokenizer> parse_json(std::string_view text, const std::string& path);
  // tokenizer.ggml.* metadata (model "gpt2", pre "qwen2").
  static Result<Tokenizer> load_gguf(const Checkpoint& checkpoint);
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  std::vector<TokenId> encode(std::string_view text, SpecialTokens special) const;
  // Bytes of one token; added tokens give their text. Empty for an id that does not exist.
  std::string_view bytes_of(TokenId id) const;
  // Valid UTF-8: bytes that are no character become U+FFFD. Added tokens are written out unless
  // skipped.
  std::string decode(std::span<const TokenId> ids, bool skip_special) const;
  int64_t size() const;                         // largest id + 1
  TokenId id_of(std::string_view token) const;  // added or plain token text; -1 when absent
  bool is_special(TokenId id) const;

 private:
  struct Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Turns a stream of ids into text that can be shown at once: holds back bytes that may still become
// a character, never emits broken UTF-8. One a sequence; not thread-safe. The tokenizer must
// outlive it.
class StreamDecoder {
 public:
  StreamDecoder(const Tokenizer& tokenizer, bool skip_special)
      : tokenizer_(tokenizer), skip_special_(skip_special) {}
  std::string push(TokenId id);
  std::string finish();  // what is left; incomplete bytes become U+FFFD

 private:
  const Tokenizer& tokenizer_;
  bool skip_special_;
  std::string pending_;
};

}  // namespace octavo::engine
