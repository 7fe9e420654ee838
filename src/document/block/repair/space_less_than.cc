#include "document/block/repair/equation_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {

std::string space_less_than(std::string_view latex) { return replace_all(latex, "<", "< "); }

}  // namespace octavo::document::protocol
