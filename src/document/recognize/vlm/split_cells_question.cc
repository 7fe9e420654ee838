#include "document/recognize/vlm/split_cells_question.h"

#include "document/layout/vlm/layout_request.h"

namespace octavo::document::protocol {
namespace {

// As Python writes a string: in single quotes, unless there is one in it and no double one.
std::string python_string(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out(1, quote);
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\\' || c == quote)
      out += {'\\', c};
    else
      out += c;
  }
  return out + quote;
}

std::string python_row(const std::vector<std::string>& texts) {
  std::string out = "[[";
  for (size_t i = 0; i < texts.size(); ++i) out += (i > 0 ? ", " : "") + python_string(texts[i]);
  return out + "]]";
}

}  // namespace

VlmRequest split_cells_request(const std::vector<std::string>& above,
                               const std::vector<std::string>& below) {
  constexpr float kPresencePenalty = 1, kFrequencyPenalty = 0.05F;
  VlmRequest request = protocol_request(
      {},
      "Please merge the next two tables.\n\n## Table 1 (Previous Page - Last Table)\n\n"
      "**Caption:** (No caption)\n**Last Row(s) Data:**\n" +
          python_row(above) +
          "\n\n---\n\n## Table 2 (Current Page - First Table)\n\n"
          "**Caption:** (No caption)\n**First Data Row(s):**\n" +
          python_row(below));
  request.images.clear();
  request.sampling.presence_penalty = kPresencePenalty;
  request.sampling.frequency_penalty = kFrequencyPenalty;
  return request;
}

std::optional<std::vector<bool>> read_split_cells(std::string_view answer, size_t count) {
  for (size_t begin = answer.find('['); begin != std::string_view::npos;
       begin = answer.find('[', begin + 1)) {
    std::vector<bool> flags;
    bool value_next = true;
    for (size_t at = begin + 1; at < answer.size(); ++at) {
      const char c = answer[at];
      if (c == ' ') continue;
      if (value_next && (c == '0' || c == '1')) {
        flags.push_back(c == '1');
        value_next = false;
      } else if (!value_next && c == ',') {
        value_next = true;
      } else if (!value_next && c == ']') {
        if (flags.size() == count) return flags;
        return std::nullopt;
      } else {
        break;
      }
    }
  }
  return std::nullopt;
}

}  // namespace octavo::document::protocol
