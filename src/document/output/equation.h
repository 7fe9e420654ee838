// What a display equation holds: LaTeX, its printed number, or only the characters it was printed
// with.
#pragma once

#include <string>

#include "octavo/document.h"

namespace octavo::document {

struct Equation {
  std::string
      latex;     // without delimiters, one line a line; number as \tag{}; empty when not recognised
  Inlines text;  // the content without letter styles, for an equation nobody turned into LaTeX
};

Equation read_equation(const Block& block);

}  // namespace octavo::document
