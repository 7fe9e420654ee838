#include "store/sha1.h"

#include <algorithm>
#include <bit>

namespace octavo::store {

void Sha1::take_block() {
  std::array<uint32_t, 80> w;
  for (size_t i = 0; i < 16; ++i) {
    const uint8_t* bytes = pending_.data() + 4 * i;
    w[i] = uint32_t(bytes[0]) << 24 | uint32_t(bytes[1]) << 16 | uint32_t(bytes[2]) << 8 | bytes[3];
  }
  for (size_t i = 16; i < 80; ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  auto [a, b, c, d, e] = state_;
  for (size_t i = 0; i < 80; ++i) {
    // FIPS 180-4, 4.1.1 and 4.2.1: function and constant of each round of twenty.
    const uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                           : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                           : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                    : (b ^ c ^ d) + 0xca62c1d6;
    const uint32_t next = std::rotl(a, 5) + mixed + e + w[i];
    e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
  }
  const std::array<uint32_t, 5> worked{a, b, c, d, e};
  for (size_t i = 0; i < 5; ++i) state_[i] += worked[i];
}

void Sha1::add(std::span<const uint8_t> bytes) {
  total_bytes_ += bytes.size();
  while (!bytes.empty()) {
    const size_t count = std::min(bytes.size(), pending_.size() - pending_size_);
    std::copy_n(bytes.data(), count, pending_.data() + pending_size_);
    pending_size_ += count;
    bytes = bytes.subspan(count);
    if (pending_size_ < pending_.size()) return;
    take_block();
    pending_size_ = 0;
  }
}

std::string Sha1::finish() {
  const uint64_t bits = total_bytes_ * 8;
  constexpr size_t kLengthAt = 56;
  const auto append = [&](uint8_t byte) { add({&byte, 1}); };
  append(0x80);
  while (pending_size_ != kLengthAt) append(0);
  for (int shift = 56; shift >= 0; shift -= 8) append(static_cast<uint8_t>(bits >> shift));
  std::string hex;
  for (const uint32_t word : state_)
    for (int shift = 28; shift >= 0; shift -= 4)
      hex.push_back("0123456789abcdef"[word >> shift & 15]);
  return hex;
}

}  // namespace octavo::store
