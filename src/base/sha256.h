// SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace octavo {

// Takes bytes in any portions. Not thread-safe.
class Sha256 {
 public:
  void add(std::span<const uint8_t> bytes);
  // Lower-case hex of what was added. Ends the object's use.
  std::string finish();

 private:
  void take_block(const uint8_t* block);

  std::array<uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> pending_{};
  size_t pending_size_ = 0;
  uint64_t total_bytes_ = 0;
};

std::string sha256_hex(std::span<const uint8_t> bytes);
std::string sha256_hex(std::string_view text);

}  // namespace octavo
