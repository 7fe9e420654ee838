#include "net/response_head.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>

#include "base/utf8.h"

namespace octavo::net {
namespace {

using std::chrono::milliseconds;

bool is_digit_byte(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string ResponseHead::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

void ResponseHead::add_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {  // "HTTP/1.1 206 Partial Content"
    constexpr size_t kStatusDigits = 3;
    headers.clear();
    status = 0;
    const size_t space = line.find(' ');
    if (space == std::string_view::npos) return;
    for (const char c : line.substr(space + 1, kStatusDigits))
      if (is_digit_byte(c)) status = status * 10 + (c - '0');
    return;
  }
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  std::string name(line.substr(0, colon));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  headers[name] = trim(line.substr(colon + 1));
}

milliseconds retry_after(const ResponseHead& head, milliseconds most, int64_t now) {
  const std::string text = head.header("retry-after");
  int64_t seconds = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty()) return milliseconds(0);
  if (failure == std::errc::result_out_of_range && is_digit_byte(text[0])) return most;
  if (failure != std::errc() || end != text.data() + text.size()) {
    const int64_t date = ::curl_getdate(text.c_str(), nullptr);
    seconds = date < 0 ? 0 : date - now;
  }
  if (seconds <= 0) return milliseconds(0);
  return seconds > most.count() / 1000 ? most : milliseconds(seconds * 1000);
}

bool may_pass(int status) { return status == 408 || status == 429 || status >= 500; }

milliseconds retry_delay(milliseconds first, int tries) {
  constexpr milliseconds kLongest{30'000};
  constexpr int kMostDoublings = 16;
  return std::min(kLongest, first * (1 << std::clamp(tries - 1, 0, kMostDoublings)));
}

std::string printable(std::string_view text, size_t most) {
  std::string out;
  for (const char32_t c : to_utf32(utf8_prefix(trim(text), most)))
    append_utf8(out, is_control(c) ? U' ' : c);
  return collapse_spaces(out);
}

}  // namespace octavo::net
