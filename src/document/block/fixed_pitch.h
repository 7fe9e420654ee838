// Fonts whose characters all have one width, told from the glyphs of the page: many do not say so.
#pragma once

#include <vector>

#include "document/recognize/answer.h"

namespace octavo::document {

// Sets kMonospace on the words of `answers` whose font is of fixed pitch on this page. Linear in
// the glyphs.
void mark_fixed_pitch(const Page& page, std::vector<Answer>& answers);

}  // namespace octavo::document
