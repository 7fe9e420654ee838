#include "document/block/repair/equation_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;

// Behind the group that opens at `at`; kNone when there is none, or one nested more than twice.
size_t end_of_group(std::string_view text, size_t at) {
  if (!has_at(text, at, "{")) return kNone;
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{' && ++depth > 2) return kNone;
    if (text[at] == '}' && --depth == 0) return at + 1;
  }
  return kNone;
}

size_t end_of_subscript(std::string_view text, size_t at) {
  return has_at(text, at, "_") ? end_of_group(text, skip_spaces(text, at + 1)) : kNone;
}

}  // namespace

std::string drop_double_subscripts(std::string_view latex) {
  std::string out;
  size_t begin = 0;
  for (size_t at = latex.find('_'); at != kNone; at = latex.find('_', at)) {
    const size_t first = end_of_subscript(latex, at);
    const size_t second =
        first == kNone ? kNone : end_of_subscript(latex, skip_spaces(latex, first));
    if (second == kNone) {
      ++at;
      continue;
    }
    out += latex.substr(begin, at - begin);
    at = begin = second;
  }
  return out += latex.substr(begin);
}

}  // namespace octavo::document::protocol
