// Captions and notes tied to their figures, tables and listings.
#pragma once

#include "document/order/flow.h"

namespace octavo::document {

// Each caption of a page goes to the nearest block of its kind that it touches, in reading order
// and on the paper: a table's caption rather above, a figure's rather below. Notes ("Source: ...",
// small print right under a table) go to the table. A caption without a block stays a paragraph.
// MinerU's visual grouping is similar: only captions and notes may stand between.
void attach_captions(Flow& flow);

}  // namespace octavo::document
