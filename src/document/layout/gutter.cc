#include "document/layout/gutter.h"

#include <algorithm>
#include <cmath>

#include "document/layout/neighbours.h"

namespace octavo::document {
namespace {

// All lengths in ems of the lines concerned.
constexpr float kLeastClear = 0.1F;     // narrowest place of a gutter
constexpr float kUsualClear = 0.5F;     // middle of the gaps over it
constexpr float kAreaReach = 1.2F;      // an area may reach over a gutter by this much
constexpr float kTextLine = 10;         // mean line length of a text column
constexpr float kWideScriptLine = 7;    // the same in CJK, where an em holds a character
constexpr float kFull = 0.8F;           // a line that fills this share of its column is full
constexpr float kFullShare = 0.5F;      // of the lines of a text column
constexpr float kClosePitch = 1.6F;     // between the lines of a paragraph, at most
constexpr float kFormulaProse = 0.35F;  // share of words in a part of a set formula, at most
constexpr float kFormulaMath = 0.08F;   // share of symbols, at least
constexpr float kFormulaHeight = 6;     // ems; higher is a column of formulas
constexpr float kSameBaseline = 0.3F;   // of the lower height: two lines stand on one row

struct SideFacts {
  int lines = 0, areas = 0;
  float mean_length = 0;  // ems
  float full_share = 0;   // of the lines
  float close_share = 0;  // lines that follow the one above as in a paragraph
  float height = 0;       // ems, from the first line to the last
  bool wide_script = false;
  bool formula = false;  // symbols and no words

  // Lines that fill a column wide enough for sentences.
  bool flows() const {
    return lines >= 2 && mean_length >= (wide_script ? kWideScriptLine : kTextLine) &&
           full_share >= kFullShare;
  }
};

SideFacts measure(std::span<const PagePiece> pieces, const std::vector<uint32_t>& side) {
  SideFacts facts;
  std::vector<float> widths;
  int wide = 0, close = 0, prose = 0, symbols = 0;
  float top = 0, bottom = 0, largest = 0;
  const PagePiece* above = nullptr;
  for (const uint32_t i : side) {
    facts.areas += pieces[i].is_area();
    if (!pieces[i].is_line()) continue;
    widths.push_back(pieces[i].box.width());
    facts.mean_length += pieces[i].box.width() / pieces[i].size;
    const LineFacts& line = *pieces[i].line;
    wide += line.wide_script;
    prose += !line.read || line.prose > kFormulaProse;
    symbols += line.math >= kFormulaMath;
    if (above == nullptr) top = line.box.y0;
    bottom = std::max(bottom, line.box.y1);
    largest = std::max(largest, line.size);
    if (above != nullptr)
      close += pieces[i].box.center_y() - above->box.center_y() <= kClosePitch * pieces[i].size;
    above = &pieces[i];
  }
  if (widths.empty()) return facts;
  facts.lines = static_cast<int>(widths.size());
  // The width that the longer quarter reaches: single lines may be wider than the column.
  std::vector<float> sorted = widths;
  const auto long_line = sorted.begin() + static_cast<long>(sorted.size() * 3 / 4);
  std::nth_element(sorted.begin(), long_line, sorted.end());
  const auto full = std::count_if(widths.begin(), widths.end(),
                                  [&](float width) { return width >= kFull * *long_line; });
  const auto count = static_cast<float>(facts.lines);
  facts.mean_length /= count;
  facts.full_share = static_cast<float>(full) / count;
  facts.close_share = static_cast<float>(close) / std::max(count - 1, 1.0F);
  facts.wide_script = 2 * wide > facts.lines;
  facts.height = (bottom - top) / largest;
  facts.formula = prose == 0 && symbols > 0 && facts.areas == 0;
  return facts;
}

bool same_row(const PointBox& a, const PointBox& b) {
  return std::abs(a.center_y() - b.center_y()) <= kSameBaseline * std::min(a.height(), b.height());
}

// Those of one side that stand next to the gutter: not behind another piece of the same side.
struct Inner {
  std::vector<uint32_t> left, right;
  std::vector<float> gaps;  // ems, of neighbours across the gutter
  int pairs_on_one_row = 0;
  int same_labels = 0;  // of these, pairs that begin with the same label
};

Inner inner_sides(std::span<const PagePiece> pieces, std::span<const uint32_t> neighbours,
                  const Sides& sides) {
  std::vector<uint32_t> side_right = sides.right;
  std::sort(side_right.begin(), side_right.end());
  const auto on_right = [&](uint32_t i) {
    return std::binary_search(side_right.begin(), side_right.end(), i);
  };
  Inner inner;
  std::vector<uint32_t> behind;
  for (const uint32_t i : sides.right)
    if (neighbours[i] != kNoNeighbour && on_right(neighbours[i])) behind.push_back(neighbours[i]);
  std::sort(behind.begin(), behind.end());
  for (const uint32_t i : sides.right)
    if (!std::binary_search(behind.begin(), behind.end(), i)) inner.right.push_back(i);
  std::vector<uint32_t> side_left = sides.left;
  std::sort(side_left.begin(), side_left.end());
  for (const uint32_t i : sides.left) {
    const uint32_t next = neighbours[i];
    if (next != kNoNeighbour && std::binary_search(side_left.begin(), side_left.end(), next))
      continue;
    inner.left.push_back(i);
    if (next == kNoNeighbour || !on_right(next)) continue;
    if (!pieces[i].is_line() || !pieces[next].is_line()) continue;
    inner.gaps.push_back((pieces[next].box.x0 - pieces[i].box.x1) /
                         std::min(pieces[i].size, pieces[next].size));
    if (!same_row(pieces[i].box, pieces[next].box)) continue;
    ++inner.pairs_on_one_row;
    const uint32_t label = pieces[i].line->label;
    inner.same_labels += label != 0 && label == pieces[next].line->label;
  }
  return inner;
}

struct Extent {
  float x0 = 1e9F, x1 = -1e9F, y0 = 1e9F, y1 = -1e9F;
};

Extent extent_of(std::span<const PagePiece> pieces, const std::vector<uint32_t>& side) {
  Extent e;
  for (const uint32_t i : side) {
    PointBox b = pieces[i].box;
    if (pieces[i].is_area()) {  // see crosses() of the cut
      const float reach = std::min(kAreaReach * pieces[i].size, 0.1F * b.width());
      b.x0 += reach, b.x1 -= reach;
    }
    e = {std::min(e.x0, b.x0), std::max(e.x1, b.x1), std::min(e.y0, b.y0), std::max(e.y1, b.y1)};
  }
  return e;
}

// Height of what one side has within the rows of the other.
float height_beside(std::span<const PagePiece> pieces, const std::vector<uint32_t>& side,
                    const Extent& other) {
  float height = 0;
  for (const uint32_t i : side) {
    const PointBox& b = pieces[i].box;
    if (pieces[i].kind == PagePiece::Kind::kSeparator) continue;
    height += std::max(0.0F, std::min(b.y1, other.y1) - std::max(b.y0, other.y0));
  }
  return height;
}

float typical_size(std::span<const PagePiece> pieces, const Sides& sides) {
  std::vector<float> sizes;
  for (const auto* side : {&sides.left, &sides.right})
    for (const uint32_t i : *side) sizes.push_back(pieces[i].size);
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<long>(sizes.size() / 2), sizes.end());
  return sizes[sizes.size() / 2];
}

// `one_row`: share of the shorter side's lines that stand on a row of the other.
bool is_text_beside_list(const SideFacts& text, const SideFacts& list, float one_row) {
  if (text.lines < 4 || list.lines < 2) return false;
  if (one_row < 0.5F) return true;
  // Lines close together with their own rhythm: a side bar. One for each line of the text: labels.
  const bool each = one_row > 0.9F && list.lines * 5 >= text.lines * 4;
  return list.lines >= 3 && list.close_share >= 0.5F && !each;
}

// The same form side by side, once for each party: "Name: ... Name: ..." above "Date: ... Date:
// ...".
bool is_form_twice(const Inner& inner) {
  constexpr int kLeastLabels = 2;
  return inner.same_labels >= kLeastLabels && inner.same_labels * 2 >= inner.pairs_on_one_row;
}

bool is_gutter(std::span<const PagePiece> pieces, const Inner& inner) {
  const SideFacts left = measure(pieces, inner.left), right = measure(pieces, inner.right);
  const int fewer = std::min(left.lines, right.lines);
  const float one_row =
      fewer == 0 ? 0 : static_cast<float>(inner.pairs_on_one_row) / static_cast<float>(fewer);
  // A figure or table beside anything is a thing of its own.
  if ((left.areas > 0 && left.lines == 0) || (right.areas > 0 && right.lines == 0)) return true;
  if ((left.flows() && right.flows()) || is_form_twice(inner)) return true;
  // Parts of one formula: a sum and its limits, the fraction beside it.
  if (left.formula && right.formula && std::max(left.height, right.height) < kFormulaHeight)
    return false;
  if (fewer >= 3 && one_row < 0.4F) return true;
  if (left.flows()) return is_text_beside_list(left, right, one_row);
  if (right.flows()) return is_text_beside_list(right, left, one_row);
  return false;
}

}  // namespace

float gutter_evidence(std::span<const PagePiece> pieces, std::span<const uint32_t> neighbours,
                      const Sides& sides) {
  if (sides.left.empty() || sides.right.empty()) return 0;
  const Extent left = extent_of(pieces, sides.left), right = extent_of(pieces, sides.right);
  if (right.x0 - left.x1 < kLeastClear * typical_size(pieces, sides)) return 0;
  const float evidence =
      std::min(height_beside(pieces, sides.left, right), height_beside(pieces, sides.right, left));
  if (evidence <= 0) return 0;
  Inner inner = inner_sides(pieces, neighbours, sides);
  if (!inner.gaps.empty()) {
    const auto middle = inner.gaps.begin() + static_cast<long>(inner.gaps.size() / 2);
    std::nth_element(inner.gaps.begin(), middle, inner.gaps.end());
    if (*middle < kUsualClear) return 0;
  }
  return is_gutter(pieces, inner) ? evidence : 0;
}

}  // namespace octavo::document
