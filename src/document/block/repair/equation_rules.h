// What is repaired in a formula, one rule a file, in the order in which repair_equation applies
// them. Each takes and returns LaTeX, never fails, and takes linear time. Where a rule does
// something odd, that is the reference's own oddity, kept so that outputs are the same.
#pragma once

#include <string>
#include <string_view>

namespace octavo::document::protocol {

// Without white space around it, one leading \[ and one trailing \].
std::string drop_delimiters(std::string_view latex);

// When \left and \right are not as many as each other: a lone one gets its invisible partner
// (" \right." behind it, "\left. " before it), looked for cell by cell of an array. Text with
// arrays that do not close is left alone. Quirks: "\right" and any character counts, so \rightarrow
// does; outside arrays only what stands before the first & or \\ is looked at.
std::string balance_left_right(std::string_view latex);

// Two braced subscripts in a row are no LaTeX; both are removed.
std::string drop_double_subscripts(std::string_view latex);

// \eqqcolon and \coloneqq as =: and :=.
std::string spell_colon_equals(std::string_view latex);

// \big{)} and its like without the braces; \bigtimes is \times. Quirks: \biggl, \biggm and their
// capital forms put a backslash before a bracket; \Biggm knows no braces and angles.
std::string unbrace_big_delimiters(std::string_view latex);

// A space behind every <, so that HTML does not take it for a tag.
std::string space_less_than(std::string_view latex);

// Braces without a partner are removed; escaped ones are not counted.
std::string drop_lone_braces(std::string_view latex);

// All of the above.
std::string repair_equation(std::string_view latex);

// Trimmed, in \[ and \], each on its own line, unless it has them.
std::string bracket_equation(std::string_view latex);

}  // namespace octavo::document::protocol
