// Do the codes of one font make sense? A font without a usable map gives each glyph some code all
// the same: its number, the letter a constant away, the next free one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "document/page/page.h"

namespace octavo::document {

// What one font sets on a page, gathered glyph by glyph in content order.
class CodeSense {
 public:
  // `blank`: the glyph paints nothing. Spaces end words; call end_word() at every other break.
  void add(char32_t code, bool blank);
  void end_word();

  int glyphs() const { return glyphs_; }
  // Why the codes make no sense, for a person; empty when nothing speaks against them. Call after
  // the last end_word().
  std::string fault() const;

 private:
  bool has_printed_blanks() const;
  bool has_rare_letters() const;
  bool is_symbols() const;

  int glyphs_ = 0;
  std::vector<uint8_t> word_;                      // codes of the word so far
  std::array<uint32_t, 256> in_words_{};           // codes of words, by code
  std::array<uint32_t, 256> letters_{};            // letters of longer words, by code
  uint32_t odd_ = 0, latin_ = 0;                   // odd ASCII symbols and letters among all codes
  std::map<char32_t, std::pair<int, int>> blank_;  // by code: glyphs, of them blank
};

}  // namespace octavo::document
