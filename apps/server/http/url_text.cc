#include "server/http/url_text.h"

#include <algorithm>
#include <charconv>

#include "base/utf8.h"

namespace octavo::server {
namespace {

constexpr size_t kMostArguments = 200;

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::optional<std::string> decode_percent(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out += ' ';
      continue;
    }
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const int high = hexadecimal(text[i + 1]), low = hexadecimal(text[i + 2]);
    if (high < 0 || low < 0 || (high == 0 && low == 0)) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (!is_valid_utf8(out)) return std::nullopt;
  return out;
}

std::optional<Fields> read_query(std::string_view text) {
  Fields fields;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('&', begin), text.size());
    const std::string_view pair = text.substr(begin, end - begin);
    begin = end + 1;
    if (pair.empty()) continue;
    if (fields.size() == kMostArguments) return std::nullopt;
    const size_t equals = std::min(pair.find('='), pair.size());
    auto name = decode_percent(pair.substr(0, equals), true);
    auto value = decode_percent(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!name || !value) return std::nullopt;
    fields.emplace_back(std::move(*name), std::move(*value));
  }
  return fields;
}

std::optional<Target> read_target(std::string_view target) {
  if (!target.starts_with("/") || target.find('#') != std::string_view::npos) return std::nullopt;
  for (const char c : target)
    if (static_cast<unsigned char>(c) <= ' ' || c == '\x7f') return std::nullopt;
  const size_t mark = std::min(target.find('?'), target.size());
  auto path = decode_percent(target.substr(0, mark), false);
  auto query = read_query(target.substr(std::min(mark + 1, target.size())));
  if (!path || !query) return std::nullopt;
  return Target{std::move(*path), std::move(*query)};
}

std::optional<uint64_t> whole_number(std::string_view text, uint64_t most) {
  uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size() || value > most)
    return std::nullopt;
  return value;
}

}  // namespace octavo::server
