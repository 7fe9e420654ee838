// Markdown tables in the model's answers about pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "octavo/document.h"

namespace octavo::document::protocol {

// A whole text that is one table (header, separator, rows of as many cells, no blank lines) as
// HTML; nullopt when it is none. \| is a pipe inside a cell.
std::optional<std::string> pipe_table_html(std::string_view text);
// The same as cells, the first row as header.
std::optional<Table> read_pipe_table(std::string_view text);

// A separator line without a header of as many columns, a row of another width behind it, or rows
// without any separator. Linear time.
bool has_broken_pipe_table(std::string_view text);

// "| --- | :---: |": at least two cells of three and more hyphens.
bool is_separator_line(std::string_view line);

}  // namespace octavo::document::protocol
