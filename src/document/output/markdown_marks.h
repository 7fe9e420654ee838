// Which characters of a paragraph's literal text a Markdown reader would take for markup, and so
// need an escape: decided over the whole paragraph, because a lone '*' is harmless and a pair is
// not. Rules: CommonMark 0.31 (2.4 backslash escapes, 6.1 code spans, 6.2 emphasis, 6.6 raw HTML),
// GFM (strikethrough, autolinks), pandoc's rule for $ (opening before a non-space, closing after
// one).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace octavo::document {

enum class CharacterEscape : uint8_t {
  kPlain,
  kBackslash,  // put '\' before it
  kEntity,     // write it as an HTML entity
};

// The markup that the writer itself puts into the paragraph; literal characters must not pair with
// it.
struct OwnMarkup {
  bool emphasis = false, strike = false, code = false, math = false;
};

// One mark a character. `run_starts` are the offsets in `text` where the writer may put markup of
// its own, ascending. `in_link` (same size as text) tells the characters of link texts, where
// brackets would end the link.
std::vector<CharacterEscape> mark_markup(std::u32string_view text,
                                         const std::vector<size_t>& run_starts,
                                         const std::vector<bool>& in_link, const OwnMarkup& own);

// CommonMark 0.31 counts symbols outside ASCII ("€", "😀") as punctuation, readers of 0.30 do not.
enum class Symbols : uint8_t { kPunctuation, kLetters };
bool is_markdown_punctuation(char32_t c, Symbols symbols);

// Could a delimiter run between these two characters open (left) or close (right) emphasis? 0
// stands for a line end.
bool is_left_flanking(char32_t before, char32_t after, Symbols symbols);
bool is_right_flanking(char32_t before, char32_t after, Symbols symbols);

// Appends `text` with its marks applied.
void append_marked(std::string& out, std::u32string_view text, const CharacterEscape* marks);

}  // namespace octavo::document
