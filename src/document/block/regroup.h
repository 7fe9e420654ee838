// Scanned lines that layout left one by one -> regions of running text again. Line boxes of a scan
// are tight and uneven, so that even spacing looks like gaps; the distances of many lines together
// tell better.
#pragma once

#include <vector>

#include "document/recognize/answer.h"

namespace octavo::document {

// Moves the lines of text regions that stand under each other at one distance into the first of
// them; the others stay, without lines. Only regions of lines that were read from pixels. Linear in
// the lines.
void regroup_scanned_lines(Layout& layout, std::vector<Answer>& answers);

// A listing that its blank lines cut into several regions becomes one.
void join_listings(Layout& layout, std::vector<Answer>& answers);

}  // namespace octavo::document
