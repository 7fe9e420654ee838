// Between which marks of a line a space is printed.
#pragma once

#include "document/page/find_lines.h"

namespace octavo::document {

// One entry a mark of `marks` (printing ones only, in order along the line): true when a space
// comes before it. `real_space[i]` says whether the text itself has a space there. The first entry
// is false. `trust_spaces`: the glyph positions are rough (OCR layers), real spaces decide.
std::vector<bool> find_word_breaks(const PageContent& content, const std::vector<Mark>& marks,
                                   const std::vector<bool>& real_space, float line_size,
                                   bool trust_spaces);

}  // namespace octavo::document
