// No n-gram of generated tokens may occur twice: which tokens would repeat one is looked up, not
// searched for. The meaning of Hugging Face's NoRepeatNGramLogitsProcessor, restricted to generated
// tokens as vLLM's processor of MinerU restricts it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

// Not thread-safe.
class NgramBans {
 public:
  explicit NgramBans(int n) : n_(static_cast<size_t>(n)) {}  // n >= 1
  void reserve(size_t tokens);
  // `generated` has grown by one token at its end.
  void record(std::span<const TokenId> generated);
  // Sets the logit of every token that would complete an n-gram seen before to -infinity.
  void apply(std::span<const TokenId> generated, std::span<float> logits) const;

 private:
  static constexpr int32_t kNone = -1;
  void insert(int32_t ngram);
  void grow(size_t slots);

  size_t n_;
  // N-gram i begins at token i. The hash is that of its first n - 1 tokens; n-grams whose hashes
  // share a slot are chained, newest first.
  std::vector<uint64_t> hashes_;
  std::vector<int32_t> older_;
  std::vector<int32_t> slots_;  // a power of two of them, at most half full
};

}  // namespace octavo::engine
