// Page -> Layout. The layout stage's entry.
#pragma once

#include "document/layout/layout.h"
#include "document/page/page_view.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

// Uses the page's own geometry first and the layout network where geometry is not certain
// (pictures, drawings, scans). Deterministic. Errors: those of PageView, kModelMissing,
// kPageTimeout.
Result<Layout> analyze_layout(const Page& page, PageView& view, Networks& networks);

}  // namespace octavo::document
