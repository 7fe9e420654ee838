// Characters of a word or line: order of right-to-left text, composed accents, ligatures, symbols.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace octavo::document {

// Visual order (left to right) -> reading order, for a line whose characters are `codes`: the
// permutation, first to be read first. A line with more right-to-left letters than others is read
// from the right, numbers and Latin words inside it from the left (a small part of UAX #9, enough
// for one line without embeddings). Identity for other lines unless they hold right-to-left runs.
std::vector<size_t> reading_order(std::u32string_view codes);
bool reads_right_to_left(std::u32string_view codes);

// The combining accent for a spacing one that is printed over a letter (´ -> U+0301); 0 when `c` is
// no such accent.
char32_t combining_accent(char32_t c);

// A code of a symbol font's private area in the font `name` (Symbol, Wingdings, ...) -> what it
// shows, also a Latin-1 code of the font Symbol; other codes as they are; 0 for a private code that
// nobody knows.
char32_t resolve_symbol(char32_t c, std::string_view font_name);

// Code points -> UTF-8, NFC, presentation forms and ligatures as their letters, hyphens and spaces
// of all kinds as the plain ones, control characters and unknown codes dropped.
std::string clean_text(std::u32string_view codes);

}  // namespace octavo::document
