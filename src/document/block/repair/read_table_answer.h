// A table's content -> HTML, and the same as cells.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "octavo/document.h"

namespace octavo::document::protocol {

struct TableAnswer {
  std::string html;
  std::optional<Table> table;  // none: no table, or too large a one
};

// The answer to "Table Recognition:": HTML stays, anything else is OTSL. Beyond the limits of
// read_otsl the answer itself comes back.
TableAnswer read_table_answer(std::string_view answer);

// The content of a picture that is a table: HTML, Markdown or OTSL; "" when it is none of them.
TableAnswer read_pictured_table(std::string_view content);

}  // namespace octavo::document::protocol
