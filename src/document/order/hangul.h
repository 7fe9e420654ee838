// Korean lines may break inside a word or between words, and the page does not show which.
#pragma once

#include "document/order/flow.h"

namespace octavo::document {

// Replaces every kOpenBreak of the flow's contents, items, captions and footnotes by a space or by
// nothing: by what the words of the document say (is there one that begins with both parts
// together? does the first part stand alone elsewhere?), else as most breaks of the document that
// can be told, else by a space.
void settle_hangul(Flow& flow);

}  // namespace octavo::document
