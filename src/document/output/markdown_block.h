// One block as Markdown. Pure functions.
#pragma once

#include <string>

#include "octavo/document.h"
#include "octavo/output.h"

namespace octavo::document {

// Without blank lines around it; empty when the block has nothing to show.
std::string markdown_block(const Block& block, const MarkdownOptions& options);

// The table alone, in the form the options ask for.
std::string markdown_table(const Table& table, TableFormat format);

// A fenced block whose fence is longer than any run of backticks inside.
std::string markdown_code(const Block& block);

}  // namespace octavo::document
