// How much a run of codes looks like written language, by the frequency of letters.
#pragma once

#include <cstdint>
#include <span>

namespace octavo::document {

// Mean log-likelihood of ASCII-range codes after adding `shift` to each, under the letter
// frequencies of Latin-script languages (case does not matter). Codes that leave the printable
// range count as impossible. `counts[c]` is how often code c occurs, c < 256.
double language_likelihood(std::span<const uint32_t, 256> counts, int shift);

// The shift in -95..95 that makes language of codes that are none; 0 when they are language
// already, or when no shift is clearly better, or when there are too few letters to tell.
int find_shift(std::span<const uint32_t, 256> counts);

// One of the few hundred Han characters that make up most of any Chinese text, or used in Japanese
// too.
bool is_common_han(char32_t c);

}  // namespace octavo::document
