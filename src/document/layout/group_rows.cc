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
// A distance between rows this much over the smaller of the distances before and after it is a
// gap...
constexpr float kGapRatio = 1.4F;
// ...when it is at least this many ems; and more than kWideGap ems always is one.
constexpr float kLeastGap = 1.45F;
constexpr float kWideGap = 2.8F;
// Share of the characters of a row from which, and up to which, it counts as set in a style.
constexpr float kStyled = 0.8F;
constexpr float kPlainRow = 0.2F;

bool differs(float a, float b) {
  return (a >= kStyled && b <= kPlainRow) || (b >= kStyled && a <= kPlainRow);
}

bool style_changes(const RowFacts& a, const RowFacts& b, bool bold_body) {
  const float limit = a.read && b.read ? kSizeChange : kUnreadSizeChange;
  const float ratio = std::max(a.size, b.size) / std::min(a.size, b.size);
  if (a.equation != b.equation) return true;
  if (a.equation) return false;
  return ratio > limit || (!bold_body && differs(a.bold, b.bold)) ||
         differs(a.monospace, b.monospace);
}

// Is the distance between rows i and i + 1 wider than what surrounds it?
bool gap_after(const std::vector<RowFacts>& rows, size_t i) {
  const auto pitch = [&](size_t k) { return rows[k + 1].baseline - rows[k].baseline; };
  const float size = std::max(rows[i].size, rows[i + 1].size);
  const float here = pitch(i);
  if (here > kWideGap * size) return true;
  if (here < kLeastGap * size) return false;
  float around = kWideGap * size;
  if (i > 0) around = std::min(around, pitch(i - 1));
  if (i + 2 < rows.size()) around = std::min(around, pitch(i + 1));
  return here > kGapRatio * std::max(around, 0.8F * size);
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
  void group(std::span<const PieceRow> rows, bool rule_above) {
    size_t next = 0;
    for (const RowRange& table : find_cell_tables(pieces_, rows)) {
      group_text(rows.subspan(next, table.first - next), rule_above && next == 0);
      start(RegionKind::kTable, rule_above && table.first == 0);
      for (size_t i = table.first; i < table.last; ++i) add(rows[i], measure_row(pieces_, rows[i]));
      drafts_.back().decided = true;
      next = table.last;
    }
    group_text(rows.subspan(next), rule_above && next == 0);
  }

 private:
  void group_text(std::span<const PieceRow> given, bool rule_above) {
    std::vector<PieceRow> rows(given.begin(), given.end());
    join_fragments(pieces_, rows);
    std::vector<RowFacts> facts;
    for (const PieceRow& row : rows) facts.push_back(measure_row(pieces_, row));
    mark_equations(facts, box_);
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == 0 || facts[i].caption || style_changes(facts[i - 1], facts[i], bold_body_) ||
          gap_after(facts, i - 1))
        start(RegionKind::kText, rule_above && i == 0);
      add(rows[i], facts[i]);
    }
  }

  void start(RegionKind kind, bool rule_above) {
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
  bool rule_above = false;
  const auto close = [&](bool rule_below) {
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
    close(!first.is_area());
    if (!first.is_area()) continue;
    drafts.push_back(context.areas[first.index]);
    drafts.back().stack = stack_index;
  }
  close(false);
}

}  // namespace octavo::document
