// "Did you mean": the closest of some words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace octavo::cli {

// The candidate with the fewest single-character changes (swaps of neighbours count one) from
// `word`, the first of equals; empty when none is close: at most a third of the word, at least one
// change.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace octavo::cli
