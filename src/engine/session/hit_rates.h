// How often a guess was right, by how much spoke for it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace octavo::engine {

// Not thread-safe. Deterministic: counts, no clocks.
class HitRates {
 public:
  // What is believed before anything was seen, for a strength of 0, 1, 2, 4, 8 and more.
  using Prior = std::array<float, 5>;
  explicit HitRates(const Prior& prior) : hits_(prior) {
    tries_.fill(kPriorWeight);
    for (float& hits : hits_) hits *= kPriorWeight;
  }

  // `strength`: tokens in a row that agreed before the guess.
  double chance(int64_t strength) const {
    const size_t i = bucket(strength);
    return static_cast<double>(hits_[i] / tries_[i]);
  }
  void record(int64_t strength, bool hit) {
    const size_t i = bucket(strength);
    // What was long ago counts less: a text changes its nature.
    if (tries_[i] >= kMemory) {
      hits_[i] /= 2;
      tries_[i] /= 2;
    }
    hits_[i] += hit ? 1.0F : 0.0F;
    tries_[i] += 1;
  }

 private:
  static constexpr float kPriorWeight = 2, kMemory = 64;

  static size_t bucket(int64_t strength) {
    const auto width = std::bit_width(static_cast<uint64_t>(std::max<int64_t>(strength, 0)));
    return std::min(static_cast<size_t>(width), std::tuple_size_v<Prior> - 1);
  }

  Prior hits_, tries_{};
};

}  // namespace octavo::engine
