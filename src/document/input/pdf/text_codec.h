// UTF-16LE, as PDFium hands out strings, to clean UTF-8.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace octavo::document {

// Surrogate pairs are joined, lone ones become U+FFFD; stops at the first zero; control characters
// other than tab and line end are dropped; '\r' and "\r\n" become '\n'.
std::string utf8_from_utf16(std::span<const uint16_t> units);

// Texts beyond this are left out: no title, link or field value of an honest file is so long.
inline constexpr unsigned long kMaxTextBytes = 1 << 20;

// `fill(buffer, bytes)` is a PDFium getter that returns the size it needs in bytes, terminating
// zero included, and writes only when the buffer is large enough.
template <class Fill>
std::string read_utf16(const Fill& fill) {
  const unsigned long bytes = fill(nullptr, 0ul);
  if (bytes < sizeof(uint16_t) || bytes > kMaxTextBytes) return {};
  std::vector<uint16_t> units(bytes / sizeof(uint16_t));
  fill(units.data(), static_cast<unsigned long>(units.size() * sizeof(uint16_t)));
  return utf8_from_utf16(units);
}

}  // namespace octavo::document
