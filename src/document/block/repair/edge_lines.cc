#include "document/block/repair/edge_lines.h"

#include "document/block/repair/mermaid_text.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;

// "A -->" at the line's begin. Hyphens are part of names: the arrow is the last two of them and
// '>'.
struct EdgeStart {
  std::string_view from;
  size_t end = 0;  // behind the arrow and white space; 0: there is no edge
};

EdgeStart read_start(std::string_view line) {
  const size_t begin = skip_spaces(line, 0);
  const size_t end = node_end(line, begin);
  if (end == begin) return {};
  const std::string_view name = line.substr(begin, end - begin);
  if (has_at(line, end, ">") && name.size() > 2 && name.ends_with("--"))
    return {name.substr(0, name.size() - 2), skip_spaces(line, end + 1)};
  const size_t arrow = skip_spaces(line, end);
  if (arrow == end || !has_at(line, arrow, kArrow)) return {};
  return {name, skip_spaces(line, arrow + kArrow.size())};
}

// Behind [..], (..) or {..} at `at`; `at` itself when there is none.
size_t shape_end(std::string_view line, size_t at) {
  constexpr std::string_view kOpen = "[({", kClose = "])}";
  const size_t kind = at < line.size() ? kOpen.find(line[at]) : kNone;
  if (kind == kNone) return at;
  const size_t close = line.find(kClose[kind], at + 1);
  return close == kNone ? at : close + 1;
}

}  // namespace

std::optional<EdgeLine> read_edge_line(std::string_view line) {
  const EdgeStart start = read_start(line);
  if (start.end == 0) return std::nullopt;
  size_t begin = start.end;
  if (has_at(line, begin, "|")) {
    const size_t close = line.find('|', begin + 1);
    if (close == kNone) return std::nullopt;
    begin = skip_spaces(line, close + 1);
  }
  const size_t end = node_end(line, begin);
  const size_t behind = shape_end(line, skip_spaces(line, end));
  if (end == begin || !is_blank(line.substr(behind))) return std::nullopt;
  return EdgeLine{start.from, line.substr(begin, end - begin)};
}

std::optional<std::string_view> read_edge_label(std::string_view line) {
  const EdgeStart start = read_start(line);
  if (start.end == 0) return std::nullopt;
  const size_t end = node_end(line, start.end);
  const size_t open = skip_spaces(line, end);
  if (end == start.end || !has_at(line, open, "[\"")) return std::nullopt;
  size_t at = open + 2;
  while (at < line.size() && line[at] != '"') {
    if (line[at] != '\\') {
      ++at;
    } else if (has_at(line, at, "\\\\") && at + 2 < line.size()) {
      at += 2 + character_size(line, at + 2);
    } else {
      return std::nullopt;
    }
  }
  if (!has_at(line, at, "\"]") || !is_blank(line.substr(at + 2))) return std::nullopt;
  return strip(line.substr(open + 2, at - open - 2));
}

}  // namespace octavo::document::protocol
