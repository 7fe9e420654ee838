// Printed parts of a set formula -> its text on one line each: fractions with a slash, limits
// behind their sum, roots that are drawn and not printed. The basic tier knows no LaTeX; this is
// what it can say. Pure functions; thread-safe.
#pragma once

#include <vector>

#include "document/page/page.h"

namespace octavo::document {

// One line for each printed row of the formula, words in reading order: "∂T/∂t = κ ∂²T/∂z² (1)".
// `rules` are those of the page; horizontal ones with something above and below are fraction bars.
// `shapes` likewise; sloped ones that begin well before what they enclose and end with it are
// roots. Empty when the lines do not all run to the right, or have no words.
std::vector<TextLine> equation_rows(const std::vector<TextLine>& lines,
                                    const std::vector<Rule>& rules,
                                    const std::vector<Shape>& shapes);

}  // namespace octavo::document
