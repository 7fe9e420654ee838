// Memory that is read from end to end again and again: weights, keys and values. In large pages,
// where the system has them for whoever asks, it is read half as fast again as in small ones: the
// processor waits for fewer translations of addresses, in virtual machines above all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace octavo::engine {

// Of x86-64 and most others. Where they are larger, this is as good as any other size.
inline constexpr int64_t kLargePage = int64_t{2} << 20;

// Owns it; move-only. Zeros at first; resident as it is used.
class LargeMemory {
 public:
  LargeMemory() = default;
  // Begins at a large page's boundary. data() is nullptr when the system has no such memory.
  explicit LargeMemory(int64_t bytes);
  LargeMemory(LargeMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  LargeMemory& operator=(LargeMemory&& other) noexcept;
  ~LargeMemory();

  // Somebody else has it from now on.
  void let_go() {
    data_ = nullptr;
    bytes_ = 0;
  }

  uint8_t* data() const { return data_; }
  int64_t bytes() const { return bytes_; }

 private:
  uint8_t* data_ = nullptr;
  int64_t bytes_ = 0;
};

// Whether the system gives large pages to memory that asks for them.
bool has_large_pages();
// What could be taken now without driving others out, no more than a container's limit; 0 where the
// system does not say.
int64_t available_memory();

}  // namespace octavo::engine
