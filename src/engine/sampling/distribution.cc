#include "engine/sampling/distribution.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/check.h"

namespace octavo::engine {
namespace {

using Entry = Distribution::Entry;

bool likelier(const Entry& a, const Entry& b) {
  return a.logit != b.logit ? a.logit > b.logit : a.id < b.id;
}

double sum(std::span<const Entry> entries) {
  double total = 0;
  for (const Entry& entry : entries) total += entry.weight;
  return total;
}

}  // namespace

void Distribution::reserve(size_t vocabulary) {
  entries_.reserve(vocabulary);
  values_.reserve(vocabulary);
}

void Distribution::assign(std::span<const float> logits, float max, const Filters& filters) {
  entries_.clear();
  const double scale = 1 / static_cast<double>(filters.temperature);
  for (size_t i = 0; i < logits.size(); ++i) {
    if (logits[i] == -std::numeric_limits<float>::infinity()) continue;
    const double weight = std::exp((static_cast<double>(logits[i]) - max) * scale);
    if (weight < static_cast<double>(filters.min_p)) continue;
    entries_.push_back({static_cast<TokenId>(i), logits[i], weight});
  }
  OCTAVO_CHECK(!entries_.empty());
  if (filters.top_k > 0 && static_cast<size_t>(filters.top_k) < entries_.size())
    keep_top_k(static_cast<size_t>(filters.top_k));
  if (filters.top_p < 1) keep_top_p(static_cast<double>(filters.top_p));
}

void Distribution::keep_top_k(size_t k) {
  values_.clear();
  for (const Entry& entry : entries_) values_.push_back(entry.logit);
  const auto last = values_.begin() + static_cast<ptrdiff_t>(k - 1);
  std::nth_element(values_.begin(), last, values_.end(), std::greater<>());
  std::erase_if(entries_, [limit = *last](const Entry& entry) { return entry.logit < limit; });
}

void Distribution::keep_top_p(double p) {
  const double total = sum(entries_);
  // A token stays when the likelier ones together are below p, so it and the less likely ones hold
  // at least 1 - p, and it is the largest of them: at least (1 - p) / count. That leaves few to
  // order. The factor is for rounding.
  const double least = (1 - p) * total / static_cast<double>(entries_.size()) * (1 - 1e-9);
  std::erase_if(entries_, [&](const Entry& entry) { return entry.weight < least; });
  // Halving as std::nth_element does, by mass instead of rank: all before `first` stay with `mass`
  // together, all from `last` on go.
  auto first = entries_.begin(), last = entries_.end();
  double mass = 0;
  constexpr ptrdiff_t kFewEnoughToSort = 32;
  while (last - first > kFewEnoughToSort) {
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, likelier);
    const double upper = sum({first, middle});
    if (mass + upper >= p * total) {
      last = middle;
    } else {
      mass += upper;
      first = middle;
    }
  }
  std::sort(first, last, likelier);
  while (first != last && (mass < p * total || first == entries_.begin()))
    mass += (first++)->weight;
  entries_.erase(first, entries_.end());
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.id < b.id; });
}

TokenId Distribution::draw(double point) const {
  const double target = point * sum(entries_);
  double mass = 0;
  const Entry* last = nullptr;
  for (const Entry& entry : entries_) {
    if (entry.weight == 0) continue;  // too unlikely for a double
    last = &entry;
    mass += entry.weight;
    if (mass > target) break;
  }
  return last->id;
}

}  // namespace octavo::engine
