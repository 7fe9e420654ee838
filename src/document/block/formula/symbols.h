// Characters of mathematics -> LaTeX commands. Pure functions; thread-safe.
// Names and classes are those of unicode-math's table (LPPL) and of "The TeXbook", appendix F.
#pragma once

#include <string_view>

#include "document/block/formula/atom.h"

namespace octavo::document {

struct Symbol {
  std::string_view latex;  // empty when the character has no place in a formula
  AtomKind kind = AtomKind::kOrdinary;
};

// For signs, Greek letters and what else is not spelled as it is printed. ASCII letters and digits
// are not in it.
Symbol symbol_of(char32_t c);

// A letter of an alphabet of its own (U+1D400 and on, "ℝ", "ℒ") -> the plain one and its alphabet;
// any other character as it was. `alphabet` stays what it was for the latter.
char32_t plain_letter(char32_t c, Alphabet& alphabet);

// "sin", "lim": has LaTeX a command of that name?
bool is_function_name(std::string_view word);

// Do limits stand below and above it? "lim", "max".
bool takes_limits(std::string_view word);

}  // namespace octavo::document
