// What a cell's text is, as far as table structure cares.
#pragma once

#include <cstdint>
#include <string_view>

namespace octavo::document {

enum class CellKind : uint8_t {
  kEmpty,
  kNothing,  // stands for "no value": a dash, "n/a", dots, an asterisk
  kNumber,   // digits with their signs, separators, currency, units, ranges, brackets
  kText,
};
CellKind cell_kind(std::string_view text);

// A year or a span of years: a number that often is a heading.
bool is_year(std::string_view text);

// Two neighbours of a row that are one text whatever the gap between them says: the groups of "1
// 234", a sign, bracket or currency with its number, a number with its percent sign, a bullet with
// its text. `gap` in font sizes.
bool belong_together(std::string_view before, std::string_view after, float gap);

}  // namespace octavo::document
