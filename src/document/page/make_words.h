// A line of marks -> TextLine: where words begin, their style, text and boxes.
#pragma once

#include "document/page/find_lines.h"

namespace octavo::document {

// A line without any text that can be written down comes back without words.
TextLine make_words(const Frame& frame, const PageContent& content, LineDraft line);

}  // namespace octavo::document
