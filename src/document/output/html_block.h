// One block as semantic HTML. Pure functions.
#pragma once

#include <string>

#include "octavo/document.h"
#include "octavo/output.h"

namespace octavo::document {

// Without a line end at its end; empty when the block has nothing to show.
std::string html_block(const Block& block, const HtmlOptions& options);

// Nested <ol> and <ul>: numbers as printed; other markers stand in the text of the item.
std::string html_list(const std::vector<ListItem>& items);

}  // namespace octavo::document
