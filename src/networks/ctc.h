// Connectionist temporal classification, best path: what a text network says step by step ->
// characters.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "networks/text_recognizer.h"

namespace octavo {

// `steps`: [count, alphabet.size()] probabilities from left to right; class 0 is the blank. The
// likeliest class of each step is taken, repeats are collapsed, blanks dropped (Graves et al.
// 2006, 3.2). Positions are 0..1 of the steps; a character reaches half way to its neighbours.
std::vector<RecognizedCharacter> read_steps(std::span<const float> steps,
                                            std::span<const char32_t> alphabet);

}  // namespace octavo
