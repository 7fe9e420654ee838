// Which cell of which array a piece of a formula stands in, for balance_left_right.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace octavo::document::protocol {

inline constexpr std::string_view kArrayBegin = "\\begin{array}", kArrayEnd = "\\end{array}";

// Separators (&, \\, \begin{array}{lcr}, \end{array}) and what is between them, trimmed.
std::vector<std::string_view> split_nodes(std::string_view latex);

// An array (0: none) and the number of the cell in it.
struct ArrayCell {
  int array = 0, index = 0;
  auto operator<=>(const ArrayCell&) const = default;
};

// Cells and the nodes of each that are no separators. nullopt when arrays do not close, or when
// there are so many that this would take long. Quirks of the reference: without any array only the
// first node has a cell; an array that follows a nested one may get the number of an inner array,
// and then cells of both count as one.
std::optional<std::map<ArrayCell, std::vector<size_t>>> group_by_cell(
    const std::vector<std::string_view>& nodes);

}  // namespace octavo::document::protocol
