#include "server/http/random_id.h"

#include <sys/random.h>

#include <array>
#include <cstdint>

#include "base/check.h"

namespace octavo::server {

std::string random_id() {
  std::array<uint8_t, 16> bytes{};
  // Neither short nor interrupted for up to 256 bytes (getrandom(2)).
  OCTAVO_CHECK(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace octavo::server
