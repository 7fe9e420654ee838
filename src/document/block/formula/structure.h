// What stands above, below and around what in a formula: accents, limits, fractions, roots, and the
// rows inside of large brackets. Each step takes atoms out and puts parts in. Pure functions;
// thread-safe.
#pragma once

#include <vector>

#include "document/block/formula/atom.h"
#include "document/page/page.h"

namespace octavo::document {

// Accents over their letters: "\hat{A}".
void set_accents(Atoms& atoms);

// What stands right above and below a sum, in smaller type: "\sum_{i=1}^{n}".
void set_limits(Atoms& atoms);

// Fraction bars, roots and bars over something, of the page's rules and shapes, narrow ones first.
void set_bars(Atoms& atoms, const std::vector<Rule>& rules, const std::vector<Shape>& shapes);

// Rows between large brackets: cases and matrices.
void set_grids(Atoms& atoms);

// Groups of atoms that share a printed row, from top to bottom; scripts with what they belong to.
std::vector<Atoms> rows_of(Atoms atoms);

// The largest size of letters and signs.
float size_of(const Atoms& atoms);

}  // namespace octavo::document
