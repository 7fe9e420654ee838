#include "document/block/repair/mermaid_text.h"

#include "base/utf8.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {

size_t node_character_at(std::string_view text, size_t at) {
  if (at >= text.size()) return 0;
  const char c = text[at];
  if (static_cast<unsigned char>(c) < 0x80)
    return is_ascii_alnum(c) || c == '_' || c == '-' ? 1 : 0;
  const size_t size = character_size(text, at);
  const char32_t code = first_char(text.substr(at, size));
  return code >= 0x4E00 && code <= 0x9FA5 ? size : 0;
}

size_t node_end(std::string_view text, size_t at) {
  while (const size_t size = node_character_at(text, at)) at += size;
  return at;
}

size_t identifier_end(std::string_view text, size_t at) {
  const auto letter = [&](size_t i) { return is_ascii_letter(text[i]) || text[i] == '_'; };
  if (at >= text.size() || !letter(at)) return at;
  while (at < text.size() && (letter(at) || is_ascii_digit(text[at]))) ++at;
  return at;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && identifier_end(text, 0) == text.size();
}

size_t two_way_arrow_end(std::string_view text, size_t at) {
  constexpr std::string_view kParts = "<-->";
  for (size_t i = 0; i < kParts.size(); ++i) {
    if (i > 0) at = skip_spaces(text, at);
    if (at >= text.size() || text[at] != kParts[i]) return 0;
    ++at;
  }
  return at;
}

std::string change_lines(std::string_view text,
                         const std::function<std::string(std::string_view)>& change) {
  std::string out;
  bool first = true;
  for (const std::string_view line : split_lines(text)) {
    if (!first) out += '\n';
    first = false;
    out += change(line);
  }
  if (text.ends_with('\n')) out += '\n';
  return out;
}

std::string UniqueNames::take_new(const std::string& base) {
  std::string name = base;
  if (has(base)) {
    int& number = next_.try_emplace(base, 2).first->second;
    do {
      name = base + separator_ + std::to_string(number++);
    } while (has(name));
  }
  take(name);
  return name;
}

}  // namespace octavo::document::protocol
