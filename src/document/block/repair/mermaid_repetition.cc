#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "document/block/repair/edge_lines.h"
#include "document/block/repair/mermaid.h"
#include "document/block/repair/mermaid_text.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;
// From here on repetition is a loop of the model.
constexpr size_t kInARow = 8, kInAll = 20, kSameEdges = 8, kSamePairs = 8;
constexpr size_t kNameLength = 128;
constexpr size_t kLabelLength = 2000;
constexpr double kFewLines = 0.2;  // share of different lines in a long label
constexpr size_t kLongWord = 8;    // letters, in which pairs are looked for

// Backslashes with n, and <br>, <br/>, as line ends.
std::string with_line_ends(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t behind = std::min(text.find_first_not_of('\\', at), text.size());
    if (behind > at && has_at(text, behind, "n")) {
      out += '\n';
      at = behind + 1;
    } else if (behind > at) {
      out += text.substr(at, behind - at);
      at = behind;
    } else {
      out += text[at++];
    }
  }
  std::string broken;
  for (size_t at = 0; at < out.size();) {
    size_t end = 0;
    if (out[at] == '<' && to_lower(std::string_view(out).substr(at, 3)) == "<br") {
      end = skip_spaces(out, at + 3);
      end += has_at(out, end, "/");
      end = has_at(out, end, ">") ? end + 1 : 0;
    }
    broken += end > 0 ? '\n' : out[at];
    at = std::max(at + 1, end);
  }
  return broken;
}

// Some line often in a row, or often in all.
bool repeats_lines(const std::vector<std::string>& lines) {
  std::unordered_map<std::string_view, size_t> times;
  size_t run = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    run = i > 0 && lines[i] == lines[i - 1] ? run + 1 : 1;
    if (run >= kInARow || ++times[lines[i]] >= kInAll) return true;
  }
  return false;
}

// Pairs as "An" and "AB", one behind the other.
bool repeats_capital_pairs(std::string_view name, bool& any) {
  std::unordered_map<std::string_view, size_t> times;
  for (size_t i = 0; i + 1 < name.size();) {
    const bool pair = is_ascii_upper(name[i]) && is_ascii_letter(name[i + 1]);
    any = any || pair;
    if (pair && ++times[name.substr(i, 2)] >= kSamePairs) return true;
    i += pair ? 2 : 1;
  }
  return false;
}

// Any two letters next to each other in long words.
bool repeats_letter_pairs(std::string_view name) {
  std::unordered_map<std::string_view, size_t> times;
  for (size_t begin = 0; begin < name.size();) {
    size_t end = begin;
    while (end < name.size() && is_ascii_letter(name[end])) ++end;
    for (size_t i = begin; end - begin >= kLongWord && i + 1 < end; ++i)
      if (++times[name.substr(i, 2)] >= kSamePairs) return true;
    begin = end + 1;
  }
  return false;
}

bool repeats_pairs(std::string_view name) {
  bool any = false;
  if (repeats_capital_pairs(name, any)) return true;
  return !any && repeats_letter_pairs(name);
}

bool is_odd_name(std::string_view name) {
  return count_characters(name) > kNameLength || repeats_pairs(name);
}

bool is_odd_label(std::string_view raw) {
  const std::string label = with_line_ends(raw);
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(label))
    if (!is_blank(line)) lines.emplace_back(strip(line));
  if (lines.empty()) return false;
  if (repeats_lines(lines)) return true;
  const std::unordered_set<std::string_view> different(lines.begin(), lines.end());
  return count_characters(label) >= kLabelLength &&
         static_cast<double>(different.size()) / static_cast<double>(lines.size()) <= kFewLines;
}

// Behind the text of a label that begins at `at`, where its quote is; kNone when it never ends.
size_t label_end(std::string_view text, size_t at) {
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return at < text.size() ? at : kNone;
}

// name["label"] everywhere in the text.
bool has_odd_node(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t name_end = node_end(text, at);
    if (name_end == at) {
      at += character_size(text, at);
      continue;
    }
    const size_t open = skip_spaces(text, name_end);
    const size_t quote = has_at(text, open, "[\"") ? label_end(text, open + 2) : kNone;
    if (quote == kNone || !has_at(text, quote, "\"]")) {
      at = name_end;
      continue;
    }
    if (is_odd_name(text.substr(at, name_end - at)) ||
        is_odd_label(text.substr(open + 2, quote - open - 2)))
      return true;
    at = quote + 2;
  }
  return false;
}

// The node's name in one part of a chain of edges.
std::string_view name_in_chain(std::string_view part) {
  part = strip(part);
  if (part.starts_with('|')) {
    const size_t close = part.find_first_of("|\n", 1);
    if (close != kNone && part[close] == '|') part = part.substr(skip_spaces(part, close + 1));
  }
  return part.substr(0, node_end(part, 0));
}

bool has_odd_edge(const std::vector<std::string_view>& lines) {
  std::unordered_map<std::string, size_t> edges, labels;
  for (const std::string_view line : lines) {
    const auto edge = read_edge_line(line);
    if (edge && ++edges[std::string(edge->from) + "-->" + std::string(edge->to)] >= kSameEdges)
      return true;
    if (count_of(line, kArrow) >= 2) {
      for (const std::string_view part : split_at(strip(line), kArrow))
        if (is_odd_name(name_in_chain(part))) return true;
    } else if (edge && (is_odd_name(edge->from) || is_odd_name(edge->to))) {
      return true;
    }
    const auto label = read_edge_label(line);
    if (label && !label->empty() && ++labels[std::string(*label)] >= kSameEdges) return true;
  }
  return false;
}

// Lines that declare something: the rest is text that got into the chart.
bool is_structure(std::string_view line) {
  line = strip(line);
  const std::string lower = to_lower(line);
  for (const std::string_view start : {"graph ", "flowchart ", "subgraph ", "direction ", "%%"})
    if (lower.starts_with(start)) return true;
  return line.empty() || lower == "end" || contains(line, kArrow);
}

std::string bare_text(std::string_view line) {
  line = strip(line);
  for (size_t size = 1; size > 0 && !line.empty(); line.remove_prefix(size)) {
    size = space_at(line, 0);
    if (size == 0 && contains("[]()\"'>", line.substr(0, 1))) size = 1;
  }
  for (size_t size = 1; size > 0 && !line.empty(); line.remove_suffix(size)) {
    size = space_before(line, line.size());
    if (size == 0 && contains("[]()\"',.;:", line.substr(line.size() - 1))) size = 1;
  }
  return std::string(strip(squeeze_spaces(line)));
}

}  // namespace

bool has_mermaid_repetition(std::string_view text) {
  if (has_odd_node(text)) return true;
  const std::string unfolded = with_line_ends(text);
  const auto lines = split_lines(unfolded);
  if (has_odd_edge(lines)) return true;
  std::vector<std::string> loose;
  for (const std::string_view line : lines) {
    if (is_structure(line)) continue;
    std::string bare = bare_text(line);
    if (!bare.empty()) loose.push_back(std::move(bare));
  }
  return repeats_lines(loose);
}

}  // namespace octavo::document::protocol
