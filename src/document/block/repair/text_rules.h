// What is repaired in running text, one rule a file, in the order of repair_text. Linear time; as
// the reference does, a backslash before \( or \[ is not looked at.
#pragma once

#include <string>
#include <string_view>

namespace octavo::document::protocol {

// \[..\] in text is no display formula: it becomes \(..\), but for lists of numbers in brackets
// (citations), which stay as they are.
std::string show_formulas_inline(std::string_view text);

// Inside \(..\): \timesA and its like (\cong \to \subset \in) get a space before a single letter,
// unless that spells \top, \int or \inf.
std::string space_macros(std::string_view text);

// Three and more underscores in \(..\) are a blank to fill in, not mathematics: they are moved out.
std::string move_blanks_out(std::string_view text);

std::string repair_text(std::string_view text);

}  // namespace octavo::document::protocol
