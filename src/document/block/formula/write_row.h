// The atoms of one printed row -> LaTeX, with indices and exponents. Pure functions; thread-safe.
#pragma once

#include <string>

#include "document/block/formula/atom.h"

namespace octavo::document {

struct WrittenRow {
  std::string latex;
  size_t relation = std::string::npos;  // where its first relation begins
  bool structured = false;              // has an index, an exponent or a part
};

// Left to right; what is set smaller and higher (lower) than the row's baseline is an exponent
// (index) of what stands before it.
WrittenRow write_row(Atoms atoms);

// One atom in its alphabet: "\mathbf{E}", "\sin", "\mathrm{if}".
std::string spelled(const Atom& atom);

// The baseline of most of the atoms in the largest size.
float main_baseline(const Atoms& atoms);

}  // namespace octavo::document
