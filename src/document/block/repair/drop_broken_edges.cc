#include "document/block/repair/mermaid.h"
#include "document/block/repair/mermaid_text.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;

// "--> |label| B" somewhere in the line.
bool has_labelled_edge(std::string_view line) {
  for (size_t at = line.find(kArrow); at != kNone; at = line.find(kArrow, at + 1)) {
    const size_t open = skip_spaces(line, at + kArrow.size());
    if (!has_at(line, open, "|")) continue;
    const size_t close = line.find('|', open + 1);
    if (close != kNone && close > open + 1 && !is_blank(line.substr(close + 1))) return true;
  }
  return false;
}

// "--> A | B": an arrow, a pipe, something behind it, and no other pipe behind the arrow.
bool has_single_pipe(std::string_view line) {
  const size_t pipe = line.rfind('|');
  if (pipe == kNone || pipe + 1 == line.size()) return false;
  const size_t arrow = line.substr(0, pipe).rfind(kArrow);
  return arrow != kNone && line.find('|', arrow) == pipe;
}

int count_unquoted_pipes(std::string_view line) {
  bool in_single = false, in_double = false, escaped = false;
  int count = 0;
  for (const char c : line) {
    if (escaped) {
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '\'' && !in_double) {
      in_single = !in_single;
    } else if (c == '"' && !in_single) {
      in_double = !in_double;
    } else {
      count += c == '|' && !in_single && !in_double;
    }
  }
  return count;
}

bool is_broken_edge(std::string_view line) {
  const std::string_view stripped = strip(line);
  if (stripped.empty() || stripped.starts_with("%%")) return false;
  if (!contains(line, kArrow) || !contains(line, "|") || has_labelled_edge(line)) return false;
  return count_unquoted_pipes(line) == 1 && has_single_pipe(stripped);
}

}  // namespace

std::string drop_broken_edges(std::string_view text) {
  std::vector<std::string> kept;
  for (const std::string_view line : split_lines(text))
    if (!is_broken_edge(line)) kept.emplace_back(line);
  std::string out = join(kept, "\n");
  if (text.ends_with('\n')) out += '\n';
  return out;
}

}  // namespace octavo::document::protocol
