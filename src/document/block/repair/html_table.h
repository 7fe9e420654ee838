// Tables that a model answers in HTML.
#pragma once

#include <optional>
#include <string_view>

#include "octavo/document.h"

namespace octavo::document::protocol {

// <tr>, <td> and <th> with rowspan and colspan; other tags inside cells are left out, <br> is a
// line end, entities are resolved. nullopt without cells or beyond kMaxTablePlaces. Linear time.
std::optional<Table> read_html_table(std::string_view html);

}  // namespace octavo::document::protocol
