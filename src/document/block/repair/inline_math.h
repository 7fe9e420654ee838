// The model's text, with formulas in \( \) and \[ \], as runs.
#pragma once

#include <string_view>

#include "octavo/document.h"

namespace octavo::document::protocol {

// Formulas become kMath runs without their delimiters. Empty text gives no runs.
Inlines read_inlines(std::string_view text);

// Line ends as spaces, but none beside an ideograph.
std::string unfold_lines(std::string_view text);

}  // namespace octavo::document::protocol
