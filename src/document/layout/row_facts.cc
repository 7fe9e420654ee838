#include "document/layout/row_facts.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

// Rows of set formulas: least share of mathematical characters, most share of words.
constexpr float kEquationMath = 0.08F;
constexpr float kEquationProse = 0.35F;
constexpr float kNumberedProse = 0.6F;     // when an equation number stands at the end
constexpr float kEquationIndent = 1;       // ems from the left edge
constexpr float kEquationReach = 0.6F;     // ems between parts of one formula
constexpr float kTextPitch = 1.45F;        // ems from the row above to a row of the same paragraph
constexpr float kFragmentLength = 10;      // ems
constexpr float kFragmentOverlap = 0.12F;  // of its height: it reaches into its neighbour

// May this row be a part of the formula or text row beside it?
bool is_fragment(const RowFacts& row, const RowFacts& neighbour) {
  if (!row.read || row.prose > kEquationProse || row.numbered) return false;
  if (row.box.width() > kFragmentLength * row.size ||
      row.box.width() > 0.5F * neighbour.box.width())
    return false;
  const float slack = row.size;
  return overlap_y(row.box, neighbour.box) > kFragmentOverlap * row.box.height() &&
         row.box.x0 > neighbour.box.x0 - slack && row.box.x1 < neighbour.box.x1 + slack;
}

// Only what may follow text without another sign in an unread page parts it from the text.
std::optional<LayoutClass> own_part(std::optional<LayoutClass> part) {
  if (part == LayoutClass::kTitle || part == LayoutClass::kEquation ||
      part == LayoutClass::kFigureCaption || part == LayoutClass::kTableCaption)
    return part;
  return std::nullopt;
}

}  // namespace

RowFacts measure_row(std::span<const PagePiece> pieces, const PieceRow& row) {
  RowFacts facts;
  float most = -1;
  for (const uint32_t i : row) {
    const LineFacts& line = *pieces[i].line;
    facts.box = hull(facts.box, line.box);
    if (line.characters > most)
      most = line.characters, facts.size = line.size, facts.baseline = line.baseline;
    facts.read = facts.read && line.read;
    facts.characters += line.characters;
    facts.bold += line.bold * line.characters;
    facts.monospace += line.monospace * line.characters;
    facts.math += line.math * line.characters;
    facts.prose += line.prose * line.characters;
  }
  facts.part = own_part(pieces[row.front()].line->part);
  const float count = std::max(facts.characters, 1.0F);
  for (float* share : {&facts.bold, &facts.monospace, &facts.math, &facts.prose}) *share /= count;
  facts.caption = pieces[row.front()].line->caption.labelled;
  facts.numbered = row.size() > 1 && pieces[row.back()].line->equation_number;
  return facts;
}

void join_fragments(std::span<const PagePiece> pieces, std::vector<PieceRow>& rows) {
  std::vector<RowFacts> facts;
  for (const PieceRow& row : rows) facts.push_back(measure_row(pieces, row));
  std::vector<size_t> into(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    into[i] = i;
    if (i > 0 && is_fragment(facts[i], facts[i - 1]))
      into[i] = into[i - 1];
    else if (i + 1 < rows.size() && is_fragment(facts[i], facts[i + 1]))
      into[i] = i + 1;
  }
  for (size_t i = rows.size(); i-- > 0;) {
    // Two fragments may name each other; the lower one then stays.
    if (into[i] == i || (into[i] > i && into[into[i]] != into[i])) continue;
    PieceRow& to = rows[into[i]];
    to.insert(to.end(), rows[i].begin(), rows[i].end());
    std::sort(to.begin(), to.end(), [&](uint32_t a, uint32_t b) {
      const PointBox &p = pieces[a].box, &q = pieces[b].box;
      if (p.x0 != q.x0) return p.x0 < q.x0;
      return p.y0 != q.y0 ? p.y0 < q.y0 : a < b;
    });
    rows[i].clear();
  }
  std::erase_if(rows, [](const PieceRow& row) { return row.empty(); });
}

namespace {

// The last line of a paragraph or list item: close below a row, at the left edge of other text.
bool continues_text(const std::vector<RowFacts>& rows, size_t i) {
  if (i == 0 || rows[i].baseline - rows[i - 1].baseline > kTextPitch * rows[i].size) return false;
  constexpr size_t kAround = 6;
  for (size_t k = i > kAround ? i - kAround : 0; k < std::min(rows.size(), i + kAround); ++k)
    if (rows[k].prose > kEquationProse &&
        std::abs(rows[k].box.x0 - rows[i].box.x0) < 0.3F * rows[i].size)
      return true;
  return false;
}

}  // namespace

void mark_equations(std::vector<RowFacts>& rows, const PointBox& stack) {
  const auto indented = [&](const RowFacts& row) {
    return row.box.x0 - stack.x0 > kEquationIndent * row.size;
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    RowFacts& row = rows[i];
    const bool symbols = row.math >= kEquationMath && row.prose <= kEquationProse && indented(row);
    row.equation = row.read && ((symbols && !continues_text(rows, i)) ||
                                (row.numbered && row.prose <= kNumberedProse));
  }
  const auto joins = [&](const RowFacts& row, const RowFacts& equation) {
    // Parts of a fraction may be words.
    if (equation.equation && row.read && row.box.width() < 0.7F * stack.width() && indented(row) &&
        overlap_y(row.box, equation.box) > kFragmentOverlap * row.box.height())
      return true;
    const float gap = std::max(row.box.y0 - equation.box.y1, equation.box.y0 - row.box.y1);
    return equation.equation && row.read && gap < kEquationReach * equation.size &&
           row.prose <= kEquationProse && indented(row);
  };
  for (size_t i = 1; i < rows.size(); ++i)
    rows[i].equation = rows[i].equation || joins(rows[i], rows[i - 1]);
  for (size_t i = rows.size(); i-- > 1;)
    rows[i - 1].equation = rows[i - 1].equation || joins(rows[i - 1], rows[i]);
}

}  // namespace octavo::document
