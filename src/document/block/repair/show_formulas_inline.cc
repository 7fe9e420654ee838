#include "base/utf8.h"
#include "document/block/repair/text_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

// Digits, hyphens, en dashes, commas, white space, and at least one of them.
bool is_number_list(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t size = character_size(text, at);
    const char32_t c = first_char(text.substr(at, size));
    if (c != U'–' && c != '-' && c != ',' && !is_digit(c) && space_at(text, at) == 0) return false;
    at += size;
  }
  return !text.empty();
}

}  // namespace

std::string show_formulas_inline(std::string_view text) {
  std::string out;
  size_t begin = 0;
  for (size_t at; (at = text.find(R"(\[)", begin)) != std::string_view::npos;) {
    const size_t end = text.find(R"(\])", at + 2);
    if (end == std::string_view::npos) break;
    const std::string_view inside = text.substr(at + 2, end - at - 2);
    const bool keep = is_number_list(inside);
    out += text.substr(begin, at - begin);
    out += keep ? R"(\[)" : R"(\()";
    out += inside;
    out += keep ? R"(\])" : R"(\))";
    begin = end + 2;
  }
  return out += text.substr(begin);
}

}  // namespace octavo::document::protocol
