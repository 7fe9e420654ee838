// PageSource, index -> Page. The page stage's entry: takes the content, builds text-layer lines,
// and judges whether they can be trusted. Renders only when the judgement needs pixels.
#pragma once

#include "document/page/page.h"
#include "document/page/page_view.h"
#include "octavo/options.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

// After this, page.lines holds
//  - the words of the text layer where it is trusted (Source::kTextLayer), and
//  - detected but not yet recognised lines (Source::kOcr, no words) for what the text layer cannot
//  give:
//    the whole page when trust is not kTrusted (or mode is kAlways), the pictures of a page whose
//    text lies in them; nothing of the kind when mode is kNever.
// Pages without ink are marked blank and get no lines. Errors: those of PageView, kPageTimeout.
Result<Page> load_page(PageView& view, OcrMode mode, Networks& networks);

}  // namespace octavo::document
