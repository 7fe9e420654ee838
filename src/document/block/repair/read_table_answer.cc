#include "document/block/repair/read_table_answer.h"

#include "document/block/repair/html_table.h"
#include "document/block/repair/otsl.h"
#include "document/block/repair/pipe_table.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {

TableAnswer read_table_answer(std::string_view answer) {
  if (answer.starts_with("<table") && answer.ends_with("</table>"))
    return {std::string(answer), read_html_table(answer)};
  const auto grid = read_otsl(answer);
  if (!grid) return {std::string(answer), std::nullopt};
  if (grid->cells.empty()) return {"", std::nullopt};
  return {to_html(*grid), to_table(*grid)};
}

TableAnswer read_pictured_table(std::string_view content) {
  const std::string_view stripped = strip(content);
  const std::string lower = to_lower(stripped);
  if (lower.starts_with("<table") && lower.ends_with("</table>"))
    return {std::string(stripped), read_html_table(stripped)};
  if (auto html = pipe_table_html(content)) return {std::move(*html), read_pipe_table(content)};
  if (!has_otsl_token(content) || !read_otsl(content)) return {};
  return read_table_answer(content);
}

}  // namespace octavo::document::protocol
