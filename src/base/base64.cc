#include "base/base64.h"

#include <algorithm>

namespace octavo {

std::string base64(std::span<const uint8_t> bytes) {
  static constexpr char kLetters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) group = group << 8 | (j < count ? bytes[i + j] : 0);
    for (size_t j = 0; j < 4; ++j)
      out.push_back(j <= count ? kLetters[group >> (18 - 6 * j) & 63] : '=');
  }
  return out;
}

}  // namespace octavo
