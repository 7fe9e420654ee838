#include "base/random_id.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/check.h"

namespace octavo {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr size_t kBytes = 16;

}  // namespace

std::string random_id() {
  std::array<uint8_t, kBytes> bytes{};
  // Neither short nor interrupted for up to 256 bytes (getrandom(2)).
  OCTAVO_CHECK(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  std::string text;
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool is_id(std::string_view text) {
  return text.size() == 2 * kBytes && std::all_of(text.begin(), text.end(), [](char c) {
           return kDigits.find(c) != std::string_view::npos;
         });
}

}  // namespace octavo
