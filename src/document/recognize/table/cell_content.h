// Words of one cell -> its text: lines from top to bottom separated by '\n', styles and links kept.
#pragma once

#include <span>

#include "document/page/page.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

// `words`: indices into input.words, ascending. `links` are those of the page.
Inlines cell_content(const TableInput& input, std::span<const uint32_t> words,
                     std::span<const Link> links);

}  // namespace octavo::document
