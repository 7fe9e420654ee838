#include <map>
#include <optional>
#include <vector>

#include "document/block/repair/equation_rules.h"
#include "document/block/repair/left_right_tokens.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kBegin = "\\begin{array}", kEnd = "\\end{array}", kRowEnd = "\\\\";

// Bytes of a separator (&, \\, \begin{array}{lcr}, \end{array}) at `at`; 0 when there is none.
size_t separator_at(std::string_view text, size_t at) {
  if (text[at] == '&') return 1;
  if (has_at(text, at, kRowEnd)) return kRowEnd.size();
  if (has_at(text, at, kEnd)) return kEnd.size();
  if (!has_at(text, at, kBegin)) return 0;
  size_t end = skip_spaces(text, at + kBegin.size());
  if (!has_at(text, end, "{")) return 0;
  for (++end; end < text.size();) {
    const size_t space = space_at(text, end);
    if (space == 0 && !is_ascii_letter(text[end])) break;
    end += space > 0 ? space : 1;
  }
  return has_at(text, end, "}") ? end + 1 - at : 0;
}

// Separators and what is between them, trimmed.
std::vector<std::string_view> split_nodes(std::string_view text) {
  std::vector<std::string_view> nodes;
  size_t begin = 0;
  const auto add = [&](size_t end) {
    if (end > begin) nodes.push_back(strip(text.substr(begin, end - begin)));
    begin = end;
  };
  for (size_t at = text.find_first_of("&\\"); at != std::string_view::npos;
       at = text.find_first_of("&\\", at)) {
    const size_t size = separator_at(text, at);
    if (size == 0) {
      ++at;
      continue;
    }
    add(at);
    at += size;
    add(at);
  }
  add(text.size());
  return nodes;
}

// Which array a node is in (0: none) and which of its cells, numbered in order.
struct Cell {
  int array = 0, index = 0;
  auto operator<=>(const Cell&) const = default;
};

bool is_cell_end(std::string_view node) { return node == "&" || node == kRowEnd; }
bool is_content(std::string_view node) {
  return !is_cell_end(node) && !contains(node, kBegin) && !contains(node, kEnd);
}

// nullopt when the arrays do not close. Without any array only the first node has a cell.
std::optional<std::map<Cell, std::vector<size_t>>> group_by_cell(
    const std::vector<std::string_view>& nodes) {
  std::map<Cell, std::vector<size_t>> groups;
  std::vector<Cell> open;
  int arrays = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (contains(nodes[i], kBegin)) {
      open.push_back({++arrays, 0});
    } else if (nodes[i] == kEnd) {
      if (open.empty()) return std::nullopt;
      open.pop_back();
    } else if (is_cell_end(nodes[i])) {
      if (!open.empty()) ++open.back().index;
    } else if (is_content(nodes[i])) {
      groups[open.empty() ? Cell{} : open.back()].push_back(i);
    }
  }
  if (!open.empty()) return std::nullopt;
  if (arrays == 0) {
    groups.clear();
    if (!nodes.empty() && is_content(nodes[0])) groups[Cell{}] = {0};
  }
  return groups;
}

struct Place {
  size_t node, piece;
};

// The tokens of a cell that find no partner.
std::vector<Place> find_lone(const std::vector<std::vector<std::string_view>>& pieces) {
  std::vector<Place> open;
  for (size_t node = 0; node < pieces.size(); ++node)
    for (size_t i = 0; i < pieces[node].size(); ++i) {
      const std::string_view piece = pieces[node][i];
      if (!is_pairing_left(piece) && !is_pairing_right(piece)) continue;
      if (!open.empty() && are_pair(pieces[open.back().node][open.back().piece], piece))
        open.pop_back();
      else
        open.push_back({node, i});
    }
  return open;
}

void balance_cell(const std::vector<size_t>& members, const std::vector<std::string_view>& nodes,
                  std::vector<std::string>& fixed) {
  int left = 0, right = 0;
  for (const size_t i : members) {
    left += count_left_tokens(nodes[i]);
    right += count_right_tokens(nodes[i]);
  }
  if (left == right) return;
  std::vector<std::vector<std::string_view>> pieces;
  for (const size_t i : members) pieces.push_back(split_at_tokens(nodes[i]));
  std::vector<std::vector<std::string>> texts;
  for (const auto& list : pieces) texts.emplace_back(list.begin(), list.end());
  for (const Place& lone : find_lone(pieces)) {
    std::string& text = texts[lone.node][lone.piece];
    if (is_pairing_left(text))
      text += " \\right.";
    else
      text.insert(0, "\\left. ");
  }
  for (size_t i = 0; i < members.size(); ++i) fixed[members[i]] = join(texts[i], "");
}

}  // namespace

std::string balance_left_right(std::string_view latex) {
  if (count_left_tokens(latex) == count_right_tokens(latex) ||
      count_of(latex, kBegin) != count_of(latex, kEnd))
    return std::string(latex);
  const std::vector<std::string_view> nodes = split_nodes(strip(latex));
  const auto groups = group_by_cell(nodes);
  if (!groups) return std::string(latex);
  std::vector<std::string> fixed(nodes.begin(), nodes.end());
  for (const auto& [cell, members] : *groups) balance_cell(members, nodes, fixed);
  return join(fixed, "");
}

}  // namespace octavo::document::protocol
