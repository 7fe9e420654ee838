#include "document/block/repair/text_rules.h"

namespace octavo::document::protocol {

std::string repair_text(std::string_view text) {
  return move_blanks_out(space_macros(show_formulas_inline(text)));
}

}  // namespace octavo::document::protocol
