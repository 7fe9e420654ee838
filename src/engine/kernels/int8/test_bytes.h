// For tests: buffers of bytes that notice when something writes beyond them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace octavo::engine {

inline constexpr uint8_t kGuardByte = 0xA5;

// Memory at `shift` bytes off a 64-byte boundary, with guards around it.
template <class T>
class Bytes {
 public:
  explicit Bytes(int64_t count, int64_t shift = 0)
      : memory_(static_cast<size_t>(count * int64_t{sizeof(T)} + 4 * kGuard), kGuardByte),
        bytes_(count * int64_t{sizeof(T)}) {
    const auto address = reinterpret_cast<uintptr_t>(memory_.data());
    begin_ = kGuard + static_cast<int64_t>((64 - address % 64) % 64) + shift;
  }
  T* data() { return reinterpret_cast<T*>(memory_.data() + begin_); }
  void expect_untouched() const {
    for (size_t i = 0; i < memory_.size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      if (at >= begin_ && at < begin_ + bytes_) continue;
      ASSERT_EQ(memory_[i], kGuardByte) << "wrote outside";
    }
  }

 private:
  static constexpr int64_t kGuard = 64;
  std::vector<uint8_t> memory_;
  int64_t bytes_, begin_ = 0;
};

}  // namespace octavo::engine
