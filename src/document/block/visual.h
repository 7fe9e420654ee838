// Regions that are more than text: tables, figures, charts, equations, listings.
#pragma once

#include "document/block/draft.h"

namespace octavo::document {

void build_table(BuildContext& context, uint32_t region);
// kImage or kChart: the picture, and the words inside it as `lines`, and as `content` (one row a
// line) unless they were read in a picture on a page that has a text layer of its own: screenshots,
// photos of documents.
void build_figure(BuildContext& context, uint32_t region);
// kEquation: the best plain text, and the picture.
void build_equation(BuildContext& context, uint32_t region);
// kCode of rows [begin, end): newlines and indents exact.
void build_code(BuildContext& context, uint32_t region, size_t begin, size_t end);

}  // namespace octavo::document
