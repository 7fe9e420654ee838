// Any bytes as text: what comes out is valid, and a second pass changes nothing.
#include "base/utf8.h"

#include "base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string clean = octavo::to_utf8(octavo::to_utf32(text));
  OCTAVO_CHECK(octavo::is_valid_utf8(clean));
  OCTAVO_CHECK(octavo::to_utf8(octavo::to_utf32(clean)) == clean);
  OCTAVO_CHECK(octavo::is_valid_utf8(octavo::to_nfc(text)));
  OCTAVO_CHECK(octavo::is_valid_utf8(octavo::to_nfkc(text)));
  OCTAVO_CHECK(octavo::utf8_prefix(clean, size / 2).size() <= size / 2);
  return 0;
}
