// The question which cells of a table go on over a page break, as MinerU2.5 knows it: text alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vlm/vlm.h"

namespace octavo::document::protocol {

// `above`: the last row of the table on the page before; `below`: the first one with data here.
// Wording: mineru-vl-utils 2.0.7.
VlmRequest split_cells_request(const std::vector<std::string>& above,
                               const std::vector<std::string>& below);

// The first list of zeros and ones; none when it has not `count` of them.
std::optional<std::vector<bool>> read_split_cells(std::string_view answer, size_t count);

}  // namespace octavo::document::protocol
