// The parts of a figure, table or listing in the order a reader meets them.
#pragma once

#include <vector>

#include "octavo/document.h"

namespace octavo::document {

struct BodyParts {
  std::vector<const Caption*> before, after;  // captions above and below the body
  std::vector<const Caption*> footnotes;      // always last
};

// Captions whose middle lies above the middle of the body (or on an earlier page) come first.
// Points into `block`.
BodyParts split_parts(const Block& block);

// Page of the block's first box; 0 when it has none.
int first_page(const Block& block);

// A short name for a figure that has a caption: its label ("Figure 2", "图 3") or its first words.
std::string picture_label(const Block& block);

}  // namespace octavo::document
