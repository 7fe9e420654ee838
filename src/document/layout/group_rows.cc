#include "document/layout/group_rows.h"

#include <algorithm>
#include <cmath>

#include "document/layout/find_cell_tables.h"
#include "document/layout/row_facts.h"

namespace octavo::document {
namespace {

// Ratios of font sizes that are a change of style. Sizes of unread lines come from box heights,
// which depend on the letters in them.
constexpr float kSizeChange = 1.12F;
constexpr float kUnreadSizeChange = 1.4F;
// A distance between rows this much over the middle one of those around it is a gap...
constexpr float kGapRatio = 1.4F;
constexpr float kUnreadGapRatio = 1.55F;  // baselines of unread lines are guessed
constexpr size_t kAround = 3;
constexpr float kLeastGap = 1.45F;
constexpr float kWideGap = 2.8F;
// Share of the characters of a row from which, and up to which, it counts as set in a style.
constexpr float kStyled = 0.8F;
constexpr float kPlainRow = 0.2F;

bool differs(float a, float b) {
  return (a >= kStyled && b <= kPlainRow) || (b >= kStyled && a <= kPlainRow);
}

float ratio(float a, float b) { return std::max(a, b) / std::min(a, b); }

// Rows [first, i) are a group so far; is row i set in another size? The height of an unread row
// depends on the letters in it: the group's middle row counts, and a lower row alone says nothing.
bool size_changes(const std::vector<RowFacts>& rows, size_t first, size_t i) {
  if (rows[i - 1].read && rows[i].read) return ratio(rows[i - 1].size, rows[i].size) > kSizeChange;
  constexpr size_t kRemembered = 5;
  std::vector<float> sizes;
  for (size_t k = std::max(first, i > kRemembered ? i - kRemembered : 0); k < i; ++k)
    sizes.push_back(rows[k].size);
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<long>(sizes.size() / 2), sizes.end());
  const float usual = sizes[sizes.size() / 2];
  if (ratio(usual, rows[i].size) <= kUnreadSizeChange) return false;
  if (rows[i].size > usual) return true;
  return i + 1 < rows.size() && ratio(usual, rows[i + 1].size) > kUnreadSizeChange;
}

bool style_changes(const std::vector<RowFacts>& rows, size_t first, size_t i, bool bold_body) {
  const RowFacts &a = rows[i - 1], &b = rows[i];
  if (a.equation != b.equation || a.part != b.part) return true;
  if (a.equation) return false;
  return (!bold_body && differs(a.bold, b.bold)) || differs(a.monospace, b.monospace) ||
         size_changes(rows, first, i);
}

// Is the distance between rows i and i + 1 wider than what is usual around it?
bool gap_after(const std::vector<RowFacts>& rows, size_t i) {
  const auto pitch = [&](size_t k) { return rows[k + 1].baseline - rows[k].baseline; };
  const float size = std::max(rows[i].size, rows[i + 1].size);
  const float here = pitch(i);
  if (here > kWideGap * size) return true;
  if (here < kLeastGap * size) return false;
  std::vector<float> around;
  for (size_t k = i > kAround ? i - kAround : 0; k < std::min(rows.size() - 1, i + kAround + 1);
       ++k)
    if (k != i) around.push_back(pitch(k));
  if (around.empty()) return false;
  const auto middle = around.begin() + static_cast<long>((around.size() - 1) / 2);
  std::nth_element(around.begin(), middle, around.end());
  const float limit = rows[i].read ? kGapRatio : kUnreadGapRatio;
  return here > limit * std::max(*middle, 0.8F * size);
}

class Grouper {
 public:
  Grouper(const StackContext& context, uint32_t stack, const PointBox& box,
          std::vector<RegionDraft>& drafts)
      : pieces_(context.pieces),
        bold_body_(context.facts.bold_body),
        stack_(stack),
        box_(box),
        drafts_(drafts) {}

  // Rows of lines that no area or separator interrupts.
  void group(std::span<const PieceRow> rows, float rule_above) {
    size_t next = 0;
    for (const RowRange& table : find_cell_tables(pieces_, rows)) {
      group_text(rows.subspan(next, table.first - next), next == 0 ? rule_above : 0);
      start(RegionKind::kTable, table.first == 0 ? rule_above : 0);
      for (size_t i = table.first; i < table.last; ++i) add(rows[i], measure_row(pieces_, rows[i]));
      drafts_.back().decided = true;
      next = table.last;
    }
    group_text(rows.subspan(next), next == 0 ? rule_above : 0);
  }

 private:
  void group_text(std::span<const PieceRow> given, float rule_above) {
    std::vector<PieceRow> rows(given.begin(), given.end());
    join_fragments(pieces_, rows);
    std::vector<RowFacts> facts;
    for (const PieceRow& row : rows) facts.push_back(measure_row(pieces_, row));
    mark_equations(facts, box_);
    size_t first = 0;  // of the group
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == 0 || facts[i].caption || style_changes(facts, first, i, bold_body_) ||
          gap_after(facts, i - 1)) {
        start(RegionKind::kText, i == 0 ? rule_above : 0);
        first = i;
      }
      add(rows[i], facts[i]);
    }
  }

  void start(RegionKind kind, float rule_above) {
    drafts_.emplace_back();
    drafts_.back().kind = kind;
    drafts_.back().stack = stack_;
    drafts_.back().rule_above = rule_above;
    heaviest_ = 0;
  }

  void add(const PieceRow& row, const RowFacts& facts) {
    RegionDraft& draft = drafts_.back();
    for (const uint32_t i : row) draft.lines.push_back(pieces_[i].index);
    draft.box = hull(draft.box, facts.box);
    draft.equation = facts.equation;
    if (facts.characters > heaviest_) heaviest_ = facts.characters, draft.size = facts.size;
    ++draft.rows;
    draft.cell_rows += row.size() > 1;
  }

  std::span<const PagePiece> pieces_;
  bool bold_body_;
  uint32_t stack_;
  PointBox box_;
  std::vector<RegionDraft>& drafts_;
  float heaviest_ = 0;
};

}  // namespace

void group_rows(const StackContext& context, const PieceStack& stack, uint32_t stack_index,
                std::vector<RegionDraft>& drafts) {
  const std::span<const PagePiece> pieces = context.pieces;
  Grouper grouper(context, stack_index, stack.box, drafts);
  std::vector<PieceRow> open;
  float rule_above = 0;  // length of the separator above the open rows
  const auto close = [&](float rule_below) {
    if (!open.empty()) grouper.group(open, rule_above);
    rule_above = rule_below;
    open.clear();
  };
  for (PieceRow& row : rows_of(pieces, stack.pieces)) {
    const PagePiece& first = pieces[row.front()];
    if (first.is_line()) {
      open.push_back(std::move(row));
      continue;
    }
    close(first.is_area() ? 0 : first.box.width());
    if (!first.is_area()) continue;
    drafts.push_back(context.areas[first.index]);
    drafts.back().stack = stack_index;
  }
  close(0);
}

}  // namespace octavo::document
