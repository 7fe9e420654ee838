// The glyphs of a set formula -> LaTeX, by their fonts and places: scripts, fractions, roots, large
// operators with limits, accents, cases, matrices. Pure function; thread-safe.
// The idea of reading a formula by baselines and fraction bars is that of R. Zanibbi, D. Blostein,
// J. R. Cordy, "Recognizing Mathematical Expressions Using Tree Transformation", PAMI 24 (2002).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/page/page.h"

namespace octavo::document {

struct GlyphLatex {
  std::string latex;   // rows of an aligned formula on one line each
  std::string number;  // "(3)" beside the formula; empty when it has none
};

// The formula that `lines` of a page with a sound text layer show. Nothing when a glyph in it has
// no known meaning, or when it reads like a sentence: the text of the lines then says more.
std::optional<GlyphLatex> glyph_latex(const PageContent& content,
                                      const std::vector<TextLine>& lines);

}  // namespace octavo::document
