// SHA-1 (FIPS 180-4), for the git blob ids of hubs. Not for anything that must withstand malice.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace octavo::store {

// Takes bytes in any portions. Not thread-safe.
class Sha1 {
 public:
  void add(std::span<const uint8_t> bytes);
  std::string finish();  // lower-case hex; ends the object's use

 private:
  void take_block();

  std::array<uint32_t, 5> state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  std::array<uint8_t, 64> pending_{};
  size_t pending_size_ = 0;
  uint64_t total_bytes_ = 0;
};

}  // namespace octavo::store
