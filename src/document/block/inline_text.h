// Words -> Inlines: runs of equal style merged, spaces where the page shows them, lines joined by
// the rules of their script. Pure functions; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/page/page.h"

namespace octavo::document {

// A hyphen printed at a line end that may be the line breaker's or the word's own. Stands in the
// content of page blocks only; order/ settles each with the vocabulary of the whole document.
inline constexpr char32_t kOpenHyphen = 0xAD;  // SOFT HYPHEN
inline constexpr std::string_view kOpenHyphenUtf8 = "\xC2\xAD";

// A line end between two Hangul syllables: inside a word or between words. Settled in order/
// likewise.
inline constexpr char32_t kOpenBreak = 0x200B;  // ZERO WIDTH SPACE
inline constexpr std::string_view kOpenBreakUtf8 = "\xE2\x80\x8B";

// Collects words into runs. Lives on the stack of one block builder.
class InlineBuilder {
 public:
  // `links` of the page; must outlive the builder. `ignored_style` bits are dropped (a page that is
  // bold throughout has no bold words).
  explicit InlineBuilder(const std::vector<Link>& links, uint8_t ignored_style = 0)
      : links_(links), ignored_style_(ignored_style) {}

  void add_line(const TextLine& line);  // no separator before it
  void add_space();                     // between parts of one printed row
  void add_newline();                   // a line end that the page means
  // The next line goes on with the text so far: a space, nothing, or an open hyphen.
  void join(const TextLine& next);
  bool empty() const { return runs_.empty(); }
  Inlines take();

 private:
  void append(std::string_view text, uint8_t style, const std::string& url);
  std::string_view last_text() const;

  const std::vector<Link>& links_;
  uint8_t ignored_style_;
  Inlines runs_;
};

enum class LineJoin : uint8_t { kNothing, kSpace, kHyphen, kBreak };

// How text that ends with `before` goes on with `after` on the next line:
// nothing between CJK characters, after a dash or slash inside a word, or inside a URL; a space in
// other scripts; kBreak between Hangul syllables; kHyphen when `before` ends with a hyphen between
// two letters.
LineJoin line_join(std::string_view before, std::string_view after);

// Joins two texts by the same rules (paragraphs that go on over a column or page).
void append_joined(Inlines& text, const Inlines& next);
// Appends runs as they are; equal neighbours merge.
void append_inlines(Inlines& text, const Inlines& next);
// Removes the first `bytes` of the text.
void drop_prefix(Inlines& text, size_t bytes);
// Clears a style that all of the text has: a heading is not bold on top.
void clear_uniform_style(Inlines& text, uint8_t style);

}  // namespace octavo::document
