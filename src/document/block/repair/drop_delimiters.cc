#include "document/block/repair/equation_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {

std::string drop_delimiters(std::string_view latex) {
  latex = strip(latex);
  if (latex.starts_with(R"(\[)")) latex.remove_prefix(2);
  if (latex.ends_with(R"(\])")) latex.remove_suffix(2);
  return std::string(strip(latex));
}

}  // namespace octavo::document::protocol
