// Charts are answered as Markdown tables; a model that loops repeats rows, cells or words in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace octavo::document::protocol {

// Signs of a loop, or of escaped pipes (which these answers do not need).
bool has_chart_repetition(std::string_view text);

// A text with such signs becomes the largest legal table in it (most rows, then columns, then
// characters; the first of equals). Without one it stays as it is.
std::string repair_chart(std::string_view text);

// Cells of a table row: `code` and \| hold pipes that part nothing. Empty without a pipe.
std::vector<std::string> split_chart_row(std::string_view line);
bool is_chart_separator(const std::vector<std::string>& cells);
bool is_repetitive_cell(std::string_view cell);

}  // namespace octavo::document::protocol
