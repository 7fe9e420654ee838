#include <vector>

#include "document/block/repair/array_cells.h"
#include "document/block/repair/equation_rules.h"
#include "document/block/repair/left_right_tokens.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

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
  pieces.reserve(members.size());
  for (const size_t i : members) pieces.push_back(split_at_tokens(nodes[i]));
  std::vector<std::vector<std::string>> texts;
  texts.reserve(members.size());
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
      count_of(latex, kArrayBegin) != count_of(latex, kArrayEnd))
    return std::string(latex);
  const std::vector<std::string_view> nodes = split_nodes(strip(latex));
  const auto groups = group_by_cell(nodes);
  if (!groups) return std::string(latex);
  std::vector<std::string> fixed(nodes.begin(), nodes.end());
  for (const auto& [cell, members] : *groups) balance_cell(members, nodes, fixed);
  return join(fixed, "");
}

}  // namespace octavo::document::protocol
