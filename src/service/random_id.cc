#include "service/random_id.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace octavo::service {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr size_t kBytes = 16;

}  // namespace

Result<std::string> random_id() {
  std::array<uint8_t, kBytes> bytes{};
  // So few bytes come whole or not at all.
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return Error{Code::kInternal, "the system gives no random numbers", "", {}};
  std::string id;
  for (const uint8_t byte : bytes) {
    id += kDigits[byte >> 4];
    id += kDigits[byte & 15];
  }
  return id;
}

bool is_id(std::string_view text) {
  return text.size() == 2 * kBytes && std::all_of(text.begin(), text.end(), [](char c) {
           return kDigits.find(c) != std::string_view::npos;
         });
}

}  // namespace octavo::service
