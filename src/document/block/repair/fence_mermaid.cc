#include <algorithm>

#include "document/block/repair/mermaid.h"
#include "document/block/repair/mermaid_text.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kFence = "```", kMermaid = "mermaid";
// Stands for <--> while the other arrows are mended.
constexpr std::string_view kTwoWay = "__MERMAID_BIDIR_ARROW__";

// What is between `open` and the next fence; nothing when there is no such pair.
std::string_view fenced(std::string_view text, std::string_view open) {
  const size_t at = text.find(open);
  if (at == kNone) return {};
  const size_t inside = at + open.size(), close = text.find(kFence, inside);
  if (close == kNone) return {};
  // Never empty data, so that an empty fence is one too.
  return text.substr(inside, close - inside);
}

std::string_view take_out(std::string_view text) {
  text = strip(text);
  std::string_view code = fenced(text, "```mermaid");
  if (code.data() == nullptr) code = fenced(text, kFence);
  if (code.data() == nullptr) code = text;
  code = strip(code);
  if (to_lower(code.substr(0, kMermaid.size())) == kMermaid)
    code = strip(code.substr(kMermaid.size()));
  return code;
}

// The chart's first word, when it is `wrong` and ends there.
std::string mend_word(std::string_view code, std::initializer_list<std::string_view> wrong,
                      std::string_view right) {
  for (const std::string_view word : wrong) {
    if (to_lower(code.substr(0, word.size())) != word || word_character_at(code, word.size()))
      continue;
    return std::string(right) + std::string(code.substr(word.size()));
  }
  return std::string(code);
}

// Every place where `end_of(text, at)` finds something becomes `to`.
template <class EndOf>
std::string replace_found(std::string_view text, char first, std::string_view to, EndOf end_of) {
  std::string out;
  size_t begin = 0;
  for (size_t at = text.find(first); at != kNone; at = text.find(first, at)) {
    const size_t end = end_of(text, at);
    if (end == 0) {
      ++at;
      continue;
    }
    out += text.substr(begin, at - begin);
    out += to;
    at = begin = end;
  }
  return out += text.substr(begin);
}

// Behind the parts one after the other with white space between each two; 0 when they are not
// there.
size_t spaced_end(std::string_view text, size_t at, std::initializer_list<std::string_view> parts) {
  bool first = true;
  for (const std::string_view part : parts) {
    const size_t next = first ? at : skip_spaces(text, at);
    if ((!first && next == at) || !has_at(text, next, part)) return 0;
    at = next + part.size();
    first = false;
  }
  return at;
}

// " -> " with white space on both sides, and before it no - or =, becomes " --> ". Of the white
// space behind - or = the first character stays.
std::string mend_short_arrows(std::string_view text) {
  std::string out;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t space = space_at(text, at);
    if (space == 0) {
      ++at;
      continue;
    }
    const size_t behind = skip_spaces(text, at);
    const size_t end = has_at(text, behind, "->") ? skip_spaces(text, behind + 2) : 0;
    size_t start = at;
    if (at > 0 && (text[at - 1] == '-' || text[at - 1] == '=')) start += space;
    if (end > behind + 2 && start < behind) {
      out += text.substr(begin, start - begin);
      out += " --> ";
      at = begin = end;
    } else {
      at = behind;
    }
  }
  return out += text.substr(begin);
}

std::string mend_arrows(std::string_view code) {
  std::string text = replace_found(code, '<', kTwoWay, two_way_arrow_end);
  text = replace_found(text, '-', kArrow, [](std::string_view t, size_t at) {
    return spaced_end(t, at, {"-", "->"});
  });
  text = replace_found(text, '-', kArrow, [](std::string_view t, size_t at) {
    return spaced_end(t, at, {"--", ">"});
  });
  text = replace_found(text, '-', kArrow, [](std::string_view t, size_t at) {
    return spaced_end(t, at, {"-", "-", ">"});
  });
  return replace_all(mend_short_arrows(text), kTwoWay, "<-->");
}

size_t skip_blanks(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t", at), text.size());
}

// Behind words of node characters with blanks between them.
size_t words_end(std::string_view text, size_t at) {
  for (;;) {
    at = node_end(text, at);
    const size_t next = skip_blanks(text, at);
    if (next == at || node_character_at(text, next) == 0) return at;
    at = next;
  }
}

// name[text] -> name["text"], blanks in the name as underscores.
std::string quote_node(std::string_view whole, std::string_view name, std::string_view text) {
  if (to_lower(name.substr(0, 9)) == "subgraph " || text.starts_with("\"["))
    return std::string(whole);
  std::string out;
  for (size_t at = 0; at < name.size();) {
    const size_t next = skip_blanks(name, at);
    out += next > at ? '_' : name[at];
    at = next > at ? next : at + 1;
  }
  if (text.empty()) return out += "[]";
  if (text.starts_with('"') && text.ends_with('"'))
    text = text.size() < 2 ? std::string_view{} : text.substr(1, text.size() - 2);
  out += "[\"";
  out += replace_all(replace_all(text, "\"", "&quot;"), "\n", "<br>");
  return out += "\"]";
}

std::string quote_nodes(std::string_view code) {
  std::string out;
  size_t begin = 0;
  for (size_t at = 0; at < code.size();) {
    if (node_character_at(code, at) == 0) {
      ++at;
      continue;
    }
    const size_t name_end = words_end(code, at);
    const size_t open = skip_blanks(code, name_end);
    if (!has_at(code, open, "[")) {
      at = name_end;
      continue;
    }
    const size_t close = code.find(']', open + 1);
    if (close == kNone) break;
    out += code.substr(begin, at - begin);
    out += quote_node(code.substr(at, close + 1 - at), code.substr(at, name_end - at),
                      code.substr(open + 1, close - open - 1));
    at = begin = close + 1;
  }
  return out += code.substr(begin);
}

}  // namespace

std::string fence_mermaid(std::string_view text) {
  if (is_blank(text)) return "";
  std::string code(take_out(text));
  code = mend_word(code, {"grap", "grapg", "graphh"}, "graph");
  code = mend_word(code, {"flowchar", "flowchartt"}, "flowchart");
  return "```mermaid\n" + quote_nodes(mend_arrows(code)) + "\n```";
}

std::string repair_mermaid(std::string_view text) {
  if (has_mermaid_repetition(text)) return "";
  return fence_mermaid(name_subgraphs(drop_broken_edges(name_mermaid_nodes(text))));
}

}  // namespace octavo::document::protocol
