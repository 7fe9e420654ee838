#include "base/base64.h"

#include <algorithm>
#include <array>

namespace octavo {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNone = 0xFF;  // the top bits tell it from every letter's value

constexpr std::array<uint8_t, 256> kValues = [] {
  std::array<uint8_t, 256> values{};
  values.fill(kNone);
  for (size_t i = 0; i < kLetters.size(); ++i)
    values[static_cast<uint8_t>(kLetters[i])] = static_cast<uint8_t>(i);
  return values;
}();

size_t padding_of(std::string_view text) {
  if (!text.ends_with('=')) return 0;
  return text.ends_with("==") ? 2 : 1;
}

}  // namespace

std::string base64(std::span<const uint8_t> bytes) {
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

size_t base64_size(std::string_view text) {
  const size_t bytes = text.size() / 4 * 3, padding = padding_of(text);
  return bytes > padding ? bytes - padding : 0;
}

std::optional<std::vector<uint8_t>> base64_bytes(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const size_t padding = padding_of(text);
  const std::string_view letters = text.substr(0, text.size() - padding);
  std::vector<uint8_t> bytes;
  bytes.reserve(base64_size(text));
  uint8_t odd = 0;  // top bits of everything that was looked up
  const auto value = [&](size_t at) {
    const uint8_t found = at < letters.size() ? kValues[static_cast<uint8_t>(letters[at])] : 0;
    odd |= found;
    return static_cast<uint32_t>(found & 63);
  };
  uint32_t group = 0;
  for (size_t i = 0; i < text.size(); i += 4) {
    group = value(i) << 18 | value(i + 1) << 12 | value(i + 2) << 6 | value(i + 3);
    const size_t count = i + 4 < text.size() ? 3 : 3 - padding;
    for (size_t j = 0; j < count; ++j) bytes.push_back(static_cast<uint8_t>(group >> (16 - 8 * j)));
  }
  const uint32_t left_over = padding == 0 ? 0 : group & ((uint32_t(1) << (8 * padding)) - 1);
  if ((odd & 0xC0) != 0 || left_over != 0) return std::nullopt;
  return bytes;
}

}  // namespace octavo
