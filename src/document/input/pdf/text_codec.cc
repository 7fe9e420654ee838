#include "document/input/pdf/text_codec.h"

#include "base/utf8.h"

namespace octavo::document {
namespace {

bool is_high_surrogate(uint16_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(uint16_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

std::string utf8_from_utf16(std::span<const uint16_t> units) {
  std::string out;
  for (size_t i = 0; i < units.size() && units[i] != 0; ++i) {
    char32_t c = units[i];
    if (is_high_surrogate(units[i]) && i + 1 < units.size() && is_low_surrogate(units[i + 1])) {
      c = 0x10000 + ((c - 0xD800) << 10) + (units[i + 1] - 0xDC00u);
      ++i;
    }
    if (c == '\r') {
      if (i + 1 < units.size() && units[i + 1] == '\n') ++i;
      c = '\n';
    }
    if (is_control(c) && c != '\t' && c != '\n') continue;
    append_utf8(out, c);
  }
  return out;
}

}  // namespace octavo::document
