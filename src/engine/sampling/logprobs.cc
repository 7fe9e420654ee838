#include "engine/sampling/logprobs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace octavo::engine {
namespace {

bool likelier(const TokenLogprob& a, const TokenLogprob& b) {
  return a.logprob != b.logprob ? a.logprob > b.logprob : a.id < b.id;
}

}  // namespace

double log_sum_exp(std::span<const float> logits, float max) {
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - max);
  return max + std::log(sum);
}

void append_likeliest(std::span<const float> logits, double log_sum, int count,
                      std::vector<TokenLogprob>& out) {
  if (count <= 0) return;
  const auto first = static_cast<ptrdiff_t>(out.size());
  // A heap of the best so far with the least likely on top, on raw logits until the end.
  for (size_t i = 0; i < logits.size(); ++i) {
    const bool full = out.size() == static_cast<size_t>(first + count);
    // Equal to the worst one: it came earlier and stays.
    if (full && !(logits[i] > out[static_cast<size_t>(first)].logprob)) continue;
    if (full) {
      std::pop_heap(out.begin() + first, out.end(), likelier);
      out.pop_back();
    }
    out.push_back({static_cast<TokenId>(i), logits[i]});
    std::push_heap(out.begin() + first, out.end(), likelier);
  }
  std::sort_heap(out.begin() + first, out.end(), likelier);
  for (auto entry = out.begin() + first; entry != out.end(); ++entry)
    entry->logprob = static_cast<float>(static_cast<double>(entry->logprob) - log_sum);
}

}  // namespace octavo::engine
