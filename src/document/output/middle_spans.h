// Lines and spans of MinerU's middle.json.
#pragma once

#include <vector>

#include "document/output/json_forms.h"

namespace octavo::document {

// A line with text and inline_equation spans, all with the line's box.
Json middle_line(const Inlines& inlines, const Json& bbox);

// A line with one span of another type: {"bbox", "type", ...content}.
Json middle_line_of(const char* type, const Json& content, const Json& bbox);

// Index of the box of `block` that a line lies in: on its page, with most overlap, the first of
// equals.
size_t box_of_line(const Block& block, const Line& line);

}  // namespace octavo::document
