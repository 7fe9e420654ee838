#include "document/recognize/table/table_rules.h"

#include <algorithm>

#include "document/page/rules/merge_rules.h"

namespace octavo::document {
namespace {

constexpr float kFullWidth = 0.75f;  // of the text's width
// A rule through the table begins at most this far (in font sizes) behind the labels' left edge.
constexpr float kFullStart = 1.5f;
// Pieces with gaps between them are partial rules side by side, unless they leave next to nothing
// out.
constexpr float kFullInPieces = 0.95f;
constexpr float kWide = 0.4f;
constexpr float kFullHeight = 0.6f;    // of the text's height: headings may stay open
constexpr float kLeastPartial = 0.8f;  // font sizes; shorter ones are dashes and minus signs
// A rule this near (in font sizes) under a word and no wider than it is an underline.
constexpr float kUnderline = 0.35f;

bool underlines_a_word(const TableInput& input, const PointBox& rule) {
  return std::any_of(input.words.begin(), input.words.end(), [&](const TableWord& word) {
    const PointBox& box = word.word.box;
    return rule.center_y() > box.center_y() && rule.center_y() < box.y1 + kUnderline * word.size &&
           rule.x0 > box.x0 - kUnderline * word.size && rule.x1 < box.x1 + kUnderline * word.size;
  });
}

// Drops positions nearer than `least` to the one before.
void thin_out(std::vector<float>& positions, float least) {
  std::vector<float> kept;
  for (const float x : positions)
    if (kept.empty() || x - kept.back() >= least) kept.push_back(x);
  positions = std::move(kept);
}

}  // namespace

TableRules sort_rules(const TableInput& input) {
  constexpr size_t kMaxPartial = 500;  // each is compared with all words
  TableRules rules;
  for (const TableWord& word : input.words) rules.text = hull(rules.text, word.word.box);
  float y = 0, length = 0;
  std::vector<PointBox> line;
  const auto close = [&] {
    if (length >= kWide * rules.text.width()) rules.wide.push_back(y);
    const float needed = line.size() > 1 ? kFullInPieces : kFullWidth;
    if (line.front().x0 <= rules.text.x0 + kFullStart * input.em &&
        length >= needed * rules.text.width())
      rules.full.push_back(y);
    else
      rules.partial.insert(rules.partial.end(), line.begin(), line.end());
    line.clear();
    length = 0;
  };
  for (const MergedRule& merged : merge_rules(input.rules)) {
    const PointBox& box = merged.rule.box;
    if (!merged.rule.horizontal) {
      if (overlap_y(box, rules.text) >= kFullHeight * rules.text.height())
        rules.columns.push_back(box.center_x());
      continue;
    }
    const float inside = std::min(box.x1, rules.text.x1) - std::max(box.x0, rules.text.x0);
    if (inside < kLeastPartial * input.em) continue;
    if (!line.empty() && box.center_y() - y > 1) close();
    y = box.center_y();
    line.push_back(box);
    length += inside;
  }
  if (!line.empty()) close();
  if (rules.partial.size() > kMaxPartial) rules.partial.clear();
  std::erase_if(rules.partial,
                [&](const PointBox& rule) { return underlines_a_word(input, rule); });
  std::sort(rules.columns.begin(), rules.columns.end());
  thin_out(rules.full, 0.4f * input.em);
  thin_out(rules.wide, 0.4f * input.em);
  thin_out(rules.columns, 0.4f * input.em);
  std::erase_if(rules.columns, [&](float x) {
    return x <= rules.text.x0 + 0.2f * input.em || x >= rules.text.x1 - 0.2f * input.em;
  });
  return rules;
}

}  // namespace octavo::document
