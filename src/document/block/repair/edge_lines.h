// Lines of a flow chart that hold one edge.
#pragma once

#include <optional>
#include <string_view>

namespace octavo::document::protocol {

struct EdgeLine {
  std::string_view from, to;
};

// "A --> B", "A -->|label| B", "A --> B[..]", "B(..)", "B{..}" as the whole line.
std::optional<EdgeLine> read_edge_line(std::string_view line);

// The label of 'A --> B["label"]' as the whole line, trimmed. Backslashes stand only in pairs.
std::optional<std::string_view> read_edge_label(std::string_view line);

}  // namespace octavo::document::protocol
