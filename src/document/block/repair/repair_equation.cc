#include "document/block/repair/equation_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {

std::string repair_equation(std::string_view latex) {
  std::string fixed = drop_delimiters(latex);
  fixed = balance_left_right(fixed);
  fixed = drop_double_subscripts(fixed);
  fixed = spell_colon_equals(fixed);
  fixed = unbrace_big_delimiters(fixed);
  fixed = space_less_than(fixed);
  return drop_lone_braces(fixed);
}

std::string bracket_equation(std::string_view latex) {
  std::string out(strip(latex));
  if (!out.starts_with(R"(\[)")) out.insert(0, "\\[\n");
  if (!out.ends_with(R"(\])")) out += "\n\\]";
  return out;
}

}  // namespace octavo::document::protocol
