// Glyphs of a formula -> atoms: letters of their alphabets, signs, brackets put together from their
// pieces. Pure functions; thread-safe.
#pragma once

#include <optional>
#include <vector>

#include "document/block/formula/atom.h"
#include "document/page/page.h"

namespace octavo::document {

// The atoms of what is printed on `lines`, from left to right, upright letters of one word
// together. Nothing when a glyph has no known meaning, or when there are more than a formula has.
std::optional<Atoms> collect_atoms(const PageContent& content, const std::vector<TextLine>& lines);

}  // namespace octavo::document
