// Text into sentences, for pieces that fit and for quoting.
#pragma once

#include <string_view>
#include <vector>

namespace octavo::ask {

// Cut behind . ! ? ; with a blank behind them, behind their Chinese forms, and at line ends; a
// point behind one or two letters or digits ("A. 12."), or in "e.g.", does not end one. Trimmed,
// none empty.
std::vector<std::string_view> sentences_of(std::string_view text);

}  // namespace octavo::ask
