// Logits -> the tokens that may be drawn, with their weights. The filters and their order are those
// of vLLM: temperature, min-p, top-k (equals of the last one stay), top-p over what is left.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

struct Filters {
  float temperature = 1;  // > 0
  int top_k = 0;          // 0: all
  float top_p = 1;        // the fewest most likely tokens whose probabilities reach it
  float min_p = 0;        // at least this share of the most likely token's probability
};

// Scratch memory is kept from call to call. Not thread-safe.
class Distribution {
 public:
  void reserve(size_t vocabulary);
  // `max`: the largest logit, finite. Tokens with -infinity are out. No full sort: selection is
  // linear, and only the tokens that top-p keeps are put in order.
  void assign(std::span<const float> logits, float max, const Filters& filters);

  struct Entry {
    TokenId id;
    float logit;
    double weight;  // exp((logit - max) / temperature): the likeliest token has 1
  };
  std::span<const Entry> entries() const { return entries_; }  // ascending ids, never empty
  // The token at `point` in [0, 1) of the weights laid end to end.
  TokenId draw(double point) const;

 private:
  void keep_top_k(size_t k);
  void keep_top_p(double p);

  std::vector<Entry> entries_;
  std::vector<float> values_;
};

}  // namespace octavo::engine
