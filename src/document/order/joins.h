// What goes on over a column or page: paragraphs (also around figures and notes that interrupt),
// lists, reference entries, footnotes, listings, contents.
#pragma once

#include "document/order/flow.h"

namespace octavo::document {

// The earlier block takes over the later one's content, boxes and lines; the later is marked gone.
// The tests follow MinerU's (spec: same type, the line before is full and ends no sentence, the
// next begins at the margin), with its rule against capitals softened where both parts are clearly
// running text.
void join_continuations(Flow& flow);

}  // namespace octavo::document
