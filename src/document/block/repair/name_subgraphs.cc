#include "document/block/repair/mermaid.h"
#include "document/block/repair/mermaid_text.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kSubgraph = "subgraph";

std::string make_name(std::string_view title) {
  std::string name;
  for (size_t i = 0; i < title.size(); ++i) {
    if (is_ascii_alnum(title[i]))
      name += title[i];
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  if (name.ends_with('_')) name.pop_back();
  if (name.empty()) name = "sg";
  if (is_ascii_digit(name[0])) name.insert(0, "sg_");
  return name;
}

// The name of title "name[...]" or "name(...)"; empty when it is of another form.
std::string_view explicit_name(std::string_view title) {
  const size_t end = identifier_end(title, 0);
  const size_t next = skip_spaces(title, end);
  const bool bracket = has_at(title, next, "[") || has_at(title, next, "(");
  return bracket ? title.substr(0, end) : std::string_view{};
}

std::string_view first_word(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && space_at(text, end) == 0) ++end;
  return text.substr(0, end);
}

}  // namespace

std::string name_subgraphs(std::string_view text) {
  UniqueNames names("_");
  return change_lines(text, [&](std::string_view line) {
    const size_t indent = skip_spaces(line, 0);
    const size_t behind = indent + kSubgraph.size();
    const size_t begin = skip_spaces(line, behind);
    if (!has_at(line, indent, kSubgraph) || begin == behind || begin == line.size())
      return std::string(line);
    const std::string_view title = strip_end(line.substr(begin));
    std::string_view name = explicit_name(title);
    if (name.empty() && is_identifier(first_word(title))) name = first_word(title);
    if (!name.empty()) {
      names.take(std::string(name));
      return std::string(line);
    }
    return std::string(line.substr(0, indent)) + "subgraph " + names.take_new(make_name(title)) +
           "[\"" + replace_all(title, "\"", "\\\"") + "\"]";
  });
}

}  // namespace octavo::document::protocol
