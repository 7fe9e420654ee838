// Prompts that were read already: the next one that begins alike (the system message, the same
// picture with another question) starts with their keys and values.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "engine/model/kv_cache.h"
#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

// What a prompt says: tokens, and what stands for its runs of image tokens.
struct PromptContent {
  std::vector<TokenId> ids;
  struct Picture {
    int64_t start = 0, tokens = 0;
    uint64_t features = 0;  // PictureFeatures::id
    bool operator==(const Picture&) const = default;
  };
  std::vector<Picture> pictures;

  // Tokens at the beginning that say the same.
  int64_t common(const PromptContent& other) const;
};

// Not thread-safe. Holds blocks of the pool, which must outlive it.
class PromptCache {
 public:
  // Keeps up to `tokens`, of the prompts used last.
  explicit PromptCache(int64_t tokens) : most_tokens_(tokens) {}

  // The longest beginning that was read before, at most `most` tokens: `kv` becomes it. The number
  // of tokens; 0, with `kv` as it was, when there is none worth it, or an empty `kv` when there was
  // no memory.
  int64_t begin(const PromptContent& prompt, int64_t most, KvSequence& kv);
  // `kv` has read the prompt.
  void add(const PromptContent& prompt, const KvSequence& kv);
  // What came of a prompt, while that is kept; what came of it before, or nothing.
  void set_answer(const PromptContent& prompt, std::span<const TokenId> answer);
  std::span<const TokenId> answer(const PromptContent& prompt);

  // Gives back the memory of the prompt that was not used for the longest time; false: none is
  // left.
  bool drop_oldest();

 private:
  struct Entry {
    PromptContent prompt;
    KvSequence kv;
    std::vector<TokenId> answer;
  };
  Entry* whole(const PromptContent& prompt);
  int64_t tokens() const;

  int64_t most_tokens_;
  std::deque<Entry> entries_;  // used last comes last
};

}  // namespace octavo::engine
