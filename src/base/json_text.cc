#include "base/json_text.h"

#include <charconv>
#include <cmath>

#include "base/check.h"
#include "base/utf8.h"

namespace octavo {

void append_json_string(std::string& out, std::string_view text) {
  if (!is_valid_utf8(text)) return append_json_string(out, to_utf8(to_utf32(text)));
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20) {
      out += "\\u00";
      out += {kHex[byte >> 4], kHex[byte & 15]};
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_json_number(std::string& out, float value) {
  OCTAVO_CHECK(std::isfinite(value));
  char digits[64];
  const auto [end, failure] = std::to_chars(digits, digits + sizeof digits, value);
  OCTAVO_CHECK(failure == std::errc());
  out.append(digits, end);
}

}  // namespace octavo
