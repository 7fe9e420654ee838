// For the tests of this folder: repeatable numbers, and buffers that notice when something writes
// beyond them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "engine/kernels/variant.h"

namespace octavo::engine {

// Numbers in [-1, 1), the same for the same seed (splitmix64).
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : state_(seed) {}
  uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  float next() {
    return static_cast<float>(static_cast<int64_t>(bits() >> 40) - (1 << 23)) * 0x1p-23f;
  }
  std::vector<float> many(size_t count, float scale = 1) {
    std::vector<float> values(count);
    for (float& value : values) value = next() * scale;
    return values;
  }

 private:
  uint64_t state_;
};

// `count` floats that start `shift` floats off a 64-byte boundary, with guards on both sides.
class Guarded {
 public:
  explicit Guarded(size_t count, size_t shift = 0) : count_(count) {
    memory_.assign(count + 3 * kGuard, kMark);
    const auto address = reinterpret_cast<uintptr_t>(memory_.data());
    begin_ = kGuard + (64 - address % 64) % 64 / sizeof(float) + shift % 16;
  }
  float* data() { return memory_.data() + begin_; }
  void expect_untouched(const std::string& what) const {
    for (size_t i = 0; i < memory_.size(); ++i) {
      if (i >= begin_ && i < begin_ + count_) continue;
      ASSERT_EQ(std::memcmp(&memory_[i], &kMark, sizeof kMark), 0) << what << " wrote outside";
    }
  }

 private:
  static constexpr size_t kGuard = 32;
  static constexpr float kMark = -12345.678f;
  std::vector<float> memory_;
  size_t count_, begin_ = 0;
};

// Calls body(variant) for each variant that this CPU can run.
template <class Kernel, class Body>
void for_each_variant(std::span<const Variant<Kernel>> variants, const Body& body) {
  const ArchMask have = detect_arch();
  for (const auto& variant : variants) {
    if ((variant.needs & have) != variant.needs) continue;
    SCOPED_TRACE(std::string(variant.name));
    body(variant);
  }
}

inline bool same_bits(const float* a, const float* b, size_t count) {
  return std::memcmp(a, b, count * sizeof(float)) == 0;
}

}  // namespace octavo::engine
