#include "document/block/repair/equation_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {

std::string spell_colon_equals(std::string_view latex) {
  return replace_all(replace_all(latex, R"(\eqqcolon)", "=:"), R"(\coloneqq)", ":=");
}

}  // namespace octavo::document::protocol
