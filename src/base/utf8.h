// UTF-8 and the character classes that text rules need. Malformed input never fails: each bad byte
// becomes U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace octavo {

void append_utf8(std::string& out, char32_t code_point);  // surrogates and > U+10FFFF become U+FFFD
std::string to_utf8(std::u32string_view text);
std::u32string to_utf32(std::string_view text);
bool is_valid_utf8(std::string_view text);

// The longest prefix of at most `max_bytes` bytes that ends on a character boundary.
std::string_view utf8_prefix(std::string_view text, size_t max_bytes);

std::string to_nfc(std::string_view text);
std::string to_nfkc(std::string_view text);

bool is_space(char32_t c);   // Unicode white space, including no-break and ideographic space
bool is_letter(char32_t c);  // categories L*
bool is_upper(char32_t c);
bool is_lower(char32_t c);
char32_t to_lower(char32_t c);  // simple mapping: one character gives one
bool is_digit(char32_t c);      // category Nd
bool is_punctuation(char32_t c);
bool is_symbol(char32_t c);     // categories S*: + < = ~ $ ^ ` © → and the like
bool is_combining(char32_t c);  // categories M*
bool is_private_use(char32_t c);
bool is_control(char32_t c);  // C0, C1, and format characters that print nothing
bool is_right_to_left(char32_t c);
// Han, kana, bopomofo, full-width forms and CJK punctuation: scripts written without word spaces.
bool is_cjk(char32_t c);
// Hangul is written with spaces, so it is not is_cjk; it counts as wide for layout.
bool is_hangul(char32_t c);

char32_t first_char(std::string_view text);  // 0 when empty
char32_t last_char(std::string_view text);

std::string_view trim(std::string_view text);        // ASCII and Unicode white space on both ends
std::string collapse_spaces(std::string_view text);  // runs of white space to one ' ', trimmed

}  // namespace octavo
