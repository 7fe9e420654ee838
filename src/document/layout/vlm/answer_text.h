// The text of a model's answers with the character classes of the protocol's own implementation
// (mineru-vl-utils, in Python): what counts as white space, a line end or a word decides what its
// repairs do. UTF-8 throughout; positions are bytes. No function here is worse than linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace octavo::document::protocol {

// Bytes of the white space character at `at`, 0 when there is none: Python's str.isspace, which is
// Unicode white space and the separators U+001C .. U+001F.
size_t space_at(std::string_view text, size_t at);
// The same for the character that ends before `at`.
size_t space_before(std::string_view text, size_t at);
// The first position from `at` on that is no white space.
size_t skip_spaces(std::string_view text, size_t at);
std::string_view strip(std::string_view text);
std::string_view strip_end(std::string_view text);
bool is_blank(std::string_view text);
// Runs of white space become one ' '.
std::string squeeze_spaces(std::string_view text);

// Without their ends: \n \r \r\n \v \f, U+001C .. U+001E, U+0085, U+2028, U+2029. A line end at the
// very end of the text opens no further line.
std::vector<std::string_view> split_lines(std::string_view text);
// Pieces between the separators, empty ones too: always one more than there are separators.
std::vector<std::string_view> split_at(std::string_view text, std::string_view separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

size_t count_characters(std::string_view text);
// Bytes of the character at `at`, which must lie in the text; at least 1.
size_t character_size(std::string_view text, size_t at);
// Letters, digits and '_' as \w of a Unicode pattern has them.
bool word_character_at(std::string_view text, size_t at);

constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_ascii_letter(char c) { return is_ascii_upper(c) || is_ascii_lower(c); }
constexpr bool is_ascii_alnum(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }
// Character by character, which is Python's str.lower but for a dotted capital I and a final sigma.
std::string to_lower(std::string_view text);

inline bool has_at(std::string_view text, size_t at, std::string_view piece) {
  return at <= text.size() && text.substr(at, piece.size()) == piece;
}
inline bool contains(std::string_view text, std::string_view piece) {
  return text.find(piece) != std::string_view::npos;
}
size_t count_of(std::string_view text, std::string_view piece);  // not overlapping
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

// & < > " ' as entities, as Python's html.escape writes them.
std::string escape_html(std::string_view text);

}  // namespace octavo::document::protocol
