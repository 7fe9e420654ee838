// The text layer's glyphs -> lines of words.
#pragma once

#include <vector>

#include "document/page/page.h"

namespace octavo::document {

struct TextLines {
  std::vector<TextLine> lines;
  std::vector<PointBox> unreadable;  // lines most of whose codes are unknown; not in `lines`
};

// `glyphs`: which of content.glyphs to use, content order. Lines of each text direction are built
// in their own frame; see find_lines.h, split_lines.h, word_breaks.h for the rules. Words get their
// style, underline, strike-through and link; filled form fields become lines. Lines are ordered by
// direction, then top to bottom.
TextLines build_text_lines(const PageContent& content, const std::vector<uint32_t>& glyphs);

}  // namespace octavo::document
