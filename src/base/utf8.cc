#include "base/utf8.h"

#include <utf8proc.h>

#include <cstdlib>
#include <cstring>

namespace octavo {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// Decodes one character at text[at], moves `at` past it. Bad bytes are consumed one at a time.
char32_t decode(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(at++);
  if (lead < 0x80) return lead;
  const int extra = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || at + static_cast<size_t>(extra) > text.size())
    return kReplacement;
  char32_t value = lead & (0x3F >> extra);
  for (int i = 0; i < extra; ++i) {
    const uint8_t next = byte(at + static_cast<size_t>(i));
    if ((next & 0xC0) != 0x80) return kReplacement;
    value = value << 6 | (next & 0x3F);
  }
  constexpr char32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  if (value < kLeast[extra] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
    return kReplacement;
  at += static_cast<size_t>(extra);
  return value;
}

std::string normalize(std::string_view text, int options) {
  bool ascii = true;
  for (const char c : text) ascii = ascii && static_cast<uint8_t>(c) < 0x80;
  if (ascii) return std::string(text);
  const std::string clean = is_valid_utf8(text) ? std::string(text) : to_utf8(to_utf32(text));
  utf8proc_uint8_t* result = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(clean.data()),
                   static_cast<utf8proc_ssize_t>(clean.size()), &result,
                   static_cast<utf8proc_option_t>(options));
  std::string out = clean;
  if (size >= 0) out.assign(reinterpret_cast<const char*>(result), static_cast<size_t>(size));
  std::free(result);
  return out;
}

utf8proc_category_t category(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

bool in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

}  // namespace

void append_utf8(std::string& out, char32_t c) {
  if (c > 0x10FFFF || in(c, 0xD800, 0xDFFF)) c = kReplacement;
  const auto put = [&](char32_t value) { out.push_back(static_cast<char>(value)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

std::string to_utf8(std::u32string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char32_t c : text) append_utf8(out, c);
  return out;
}

std::u32string to_utf32(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) out.push_back(decode(text, at));
  return out;
}

bool is_valid_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    // Eight bytes of ASCII at a time: headers and vocabularies of 100 MB are little else.
    uint64_t eight = 0;
    if (text.size() - at >= sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & 0x8080808080808080) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    const size_t before = at;
    // A genuine U+FFFD takes three bytes; a bad byte is consumed alone.
    if (decode(text, at) == kReplacement && at - before == 1) return false;
  }
  return true;
}

std::string_view utf8_prefix(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string to_nfc(std::string_view text) {
  return normalize(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}
std::string to_nfkc(std::string_view text) {
  return normalize(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

bool is_space(char32_t c) {
  return c == ' ' || in(c, 0x09, 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         in(c, 0x2000, 0x200B) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000 || c == 0xFEFF;
}

bool is_letter(char32_t c) {
  const auto k = category(c);
  return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO;
}
bool is_upper(char32_t c) { return category(c) == UTF8PROC_CATEGORY_LU; }
bool is_lower(char32_t c) { return category(c) == UTF8PROC_CATEGORY_LL; }
char32_t to_lower(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}
bool is_digit(char32_t c) { return category(c) == UTF8PROC_CATEGORY_ND; }
bool is_punctuation(char32_t c) {
  const auto k = category(c);
  return k >= UTF8PROC_CATEGORY_PC && k <= UTF8PROC_CATEGORY_PO;
}
bool is_symbol(char32_t c) {
  const auto k = category(c);
  return k >= UTF8PROC_CATEGORY_SM && k <= UTF8PROC_CATEGORY_SO;
}
bool is_combining(char32_t c) {
  const auto k = category(c);
  return k >= UTF8PROC_CATEGORY_MN && k <= UTF8PROC_CATEGORY_ME;
}
bool is_private_use(char32_t c) {
  return in(c, 0xE000, 0xF8FF) || in(c, 0xF0000, 0xFFFFD) || in(c, 0x100000, 0x10FFFD);
}
bool is_control(char32_t c) {
  return c < 0x20 || in(c, 0x7F, 0x9F) || c == 0xAD || in(c, 0x200B, 0x200F) ||
         in(c, 0x202A, 0x202E) || in(c, 0x2060, 0x2064) || in(c, 0x2066, 0x206F) || c == 0xFEFF ||
         in(c, 0xFFF0, 0xFFFB);
}
bool is_right_to_left(char32_t c) {
  return in(c, 0x0590, 0x08FF) || in(c, 0xFB1D, 0xFDFF) || in(c, 0xFE70, 0xFEFC);
}
bool is_cjk(char32_t c) {
  return in(c, 0x2E80, 0x312F) || in(c, 0x3190, 0x4DBF) || in(c, 0x4E00, 0x9FFF) ||
         in(c, 0xF900, 0xFAFF) || in(c, 0xFE30, 0xFE4F) || in(c, 0xFF00, 0xFFEF) ||
         in(c, 0x20000, 0x3FFFF);
}
bool is_hangul(char32_t c) {
  return in(c, 0x1100, 0x11FF) || in(c, 0x3130, 0x318F) || in(c, 0xAC00, 0xD7AF);
}

char32_t first_char(std::string_view text) {
  size_t at = 0;
  return text.empty() ? 0 : decode(text, at);
}

char32_t last_char(std::string_view text) {
  if (text.empty()) return 0;
  size_t at = text.size() - 1;
  while (at > 0 && text.size() - at < 4 && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80) --at;
  return decode(text, at);
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(first_char(text))) {
    size_t at = 0;
    decode(text, at);
    text.remove_prefix(at);
  }
  while (!text.empty() && is_space(last_char(text))) {
    size_t at = text.size() - 1;
    while (at > 0 && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80) --at;
    text = text.substr(0, at);
  }
  return text;
}

std::string collapse_spaces(std::string_view text) {
  std::string out;
  bool pending = false;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = decode(text, at);
    if (is_space(c)) {
      pending = !out.empty();
      continue;
    }
    if (pending) out.push_back(' ');
    pending = false;
    append_utf8(out, c);
  }
  return out;
}

}  // namespace octavo
