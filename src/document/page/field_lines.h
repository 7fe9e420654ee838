// Filled form fields and free-text notes as text lines: their values are drawn by the viewer and
// are not part of the page's own text.
#pragma once

#include <vector>

#include "document/page/page.h"

namespace octavo::document {

// Adds a line for each value that `lines` do not show already, and ☑ / ☐ for check boxes and radio
// buttons of a form that somebody has filled in: in front of the text beside the box, or as a line
// of their own. An untouched form adds nothing.
void add_field_lines(const std::vector<FormField>& fields, std::vector<TextLine>& lines);

}  // namespace octavo::document
