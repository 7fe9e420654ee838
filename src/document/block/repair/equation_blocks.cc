#include "document/block/repair/equation_blocks.h"

#include <algorithm>

#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr double kMember = 0.9;  // more than this share of an equation lies in its block

struct Tag {
  size_t begin = kNone, inside = 0, close = 0;  // of \tag, behind {, of }
};

// The next \tag{..} from `at` on.
Tag find_tag(std::string_view latex, size_t at) {
  constexpr std::string_view kTag = "\\tag";
  for (at = latex.find(kTag, at); at != kNone; at = latex.find(kTag, at + 1)) {
    const size_t open = skip_spaces(latex, at + kTag.size());
    if (!has_at(latex, open, "{")) continue;
    const size_t close = latex.find('}', open + 1);
    if (close == kNone) return {};  // nor does any later one close
    return {at, open + 1, close};
  }
  return {};
}

size_t count_tags(std::string_view latex) {
  size_t count = 0;
  for (Tag tag = find_tag(latex, 0); tag.begin != kNone; tag = find_tag(latex, tag.close + 1))
    ++count;
  return count;
}

std::string without_tags(std::string_view latex) {
  std::string out;
  size_t begin = 0;
  for (Tag tag = find_tag(latex, 0); tag.begin != kNone; tag = find_tag(latex, begin)) {
    out += latex.substr(begin, tag.begin - begin);
    out += "(" + std::string(latex.substr(tag.inside, tag.close - tag.inside)) + ")";
    begin = tag.close + 1;
  }
  return out += latex.substr(begin);
}

std::string combine(const std::vector<VlmBlock>& blocks, const std::vector<size_t>& members) {
  size_t tags = 0;
  for (const size_t i : members) tags += count_tags(blocks[i].content.value_or(""));
  std::string out = "\\begin{array}{l} ";
  for (const size_t i : members) {
    const std::string latex = blocks[i].content.value_or("");
    out += tags > 1 ? without_tags(latex) : latex;
    out += " \\\\ ";
  }
  return out += "\\end{array}";
}

// The share of `equation` inside, as the reference rounds it here.
double share_inside(const UnitBox& equation, const UnitBox& block) {
  const double common =
      std::max(0.0, std::min(block.x1, equation.x1) - std::max(block.x0, equation.x0)) *
      std::max(0.0, std::min(block.y1, equation.y1) - std::max(block.y0, equation.y0));
  const double area = (equation.x1 - equation.x0) * (equation.y1 - equation.y0);
  return area == 0 ? 0.0 : common / area;
}

}  // namespace

std::vector<VlmBlock> merge_equation_blocks(std::vector<VlmBlock> blocks) {
  std::vector<std::vector<size_t>> members(blocks.size());
  std::vector<bool> merged(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].type != BlockType::kEquationBlock) continue;
    for (size_t e = 0; e < blocks.size(); ++e)
      if (blocks[e].type == BlockType::kEquation &&
          share_inside(blocks[e].box, blocks[i].box) > kMember)
        members[i].push_back(e);
    if (members[i].size() < 2) continue;
    for (const size_t e : members[i]) merged[e] = true;
  }
  std::vector<std::string> combined(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i)
    if (members[i].size() >= 2) combined[i] = combine(blocks, members[i]);
  std::vector<VlmBlock> out;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (merged[i]) continue;
    VlmBlock& block = blocks[i];
    if (members[i].size() >= 2) {
      block.type = BlockType::kEquation;
      block.content = std::move(combined[i]);
      block.finish = blocks[members[i][0]].finish;
    }
    if (block.type != BlockType::kEquationBlock) out.push_back(std::move(block));
  }
  return out;
}

}  // namespace octavo::document::protocol
