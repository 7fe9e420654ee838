#include "document/layout/join_tables.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace octavo::document {
namespace {

constexpr float kReach = 2.2F;      // pitches between parts of one table
constexpr float kSameWidth = 0.7F;  // shared with the wider part
constexpr size_t kMostBetween = 2;  // regions between two parts
constexpr int kMostHeadRows = 4;
constexpr size_t kMostLines = 3;     // lines of such a region
constexpr float kOffMiddle = 0.06F;  // of the table's width

bool is_table(const RegionDraft& draft) {
  return draft.kind == RegionKind::kTable && draft.decided && draft.parts.empty();
}

bool lies_inside(const LayoutFacts& facts, const RegionDraft& draft, const RegionDraft& table) {
  const float slack = std::max(facts.body_size, 0.08F * table.box.width());
  return draft.box.x0 >= table.box.x0 - slack && draft.box.x1 <= table.box.x1 + slack;
}

bool is_free_text(const LayoutFacts& facts, const RegionDraft& draft) {
  return !draft.decided && !draft.lines.empty() && !facts.lines[draft.lines.front()].caption.found;
}

bool close(const LayoutFacts& facts, const RegionDraft& a, const RegionDraft& b) {
  return a.stack == b.stack && b.box.y0 - a.box.y1 < kReach * facts.body_pitch;
}

// A row or few of cells beside a table: its head or its sum. Or the heading over some of its
// columns: one row close above that does not start where the table starts. In the middle of the
// table it is a caption.
bool is_head(const LayoutFacts& facts, const RegionDraft& draft, const RegionDraft& table) {
  if (!is_free_text(facts, draft) || !lies_inside(facts, draft, table)) return false;
  const bool cells =
      draft.rows <= kMostHeadRows && draft.cell_rows * 2 >= draft.rows && draft.cell_rows > 0;
  const float off_middle = std::abs(draft.box.center_x() - table.box.center_x());
  const bool over_columns = draft.rows == 1 && off_middle > kOffMiddle * table.box.width() &&
                            draft.box.y1 < table.box.center_y() &&
                            table.box.y0 - draft.box.y1 < 0.8F * facts.body_pitch &&
                            draft.box.x0 - table.box.x0 > 0.2F * table.box.width() &&
                            draft.box.width() < 0.5F * table.box.width();
  return cells || over_columns;
}

void absorb(RegionDraft& table, const RegionDraft& part, bool above) {
  table.box = hull(table.box, part.box);
  table.lines.insert(above ? table.lines.begin() : table.lines.end(), part.lines.begin(),
                     part.lines.end());
  table.rules.insert(table.rules.end(), part.rules.begin(), part.rules.end());
  std::sort(table.rules.begin(), table.rules.end());
  table.rows += part.rows;
}

// Head and body of one table, each with a frame of its own and only a double line between them.
bool is_double_line(const LayoutFacts& facts, const RegionDraft& a, const RegionDraft& b) {
  constexpr float kSameSide = 4;  // points
  return b.box.y0 - a.box.y1 < 0.4F * facts.body_pitch &&
         std::abs(a.box.x0 - b.box.x0) < kSameSide && std::abs(a.box.x1 - b.box.x1) < kSameSide;
}

// Index behind the part that the table at `drafts[i]` goes on with: another table, with short rows
// of text before it, or a row of cells. i + 1 when it does not go on.
size_t next_part(const LayoutFacts& facts, const std::vector<RegionDraft>& drafts, size_t i,
                 const RegionDraft& table) {
  size_t next = i + 1;
  const RegionDraft* last = &table;
  for (; next < drafts.size() && close(facts, *last, drafts[next]); ++next) {
    const RegionDraft& part = drafts[next];
    if (is_table(part)) {
      if (!table.rules.empty() && !part.rules.empty() && !is_double_line(facts, table, part))
        return i + 1;  // each has its own frame
      const float wider = std::max(table.box.width(), part.box.width());
      return overlap_x(table.box, part.box) >= kSameWidth * wider ? next + 1 : i + 1;
    }
    if (next - i > kMostBetween || part.lines.size() > kMostLines || !is_free_text(facts, part) ||
        !lies_inside(facts, part, table))
      break;
    last = &part;
  }
  if (i + 1 < drafts.size() && close(facts, table, drafts[i + 1]) &&
      is_head(facts, drafts[i + 1], table))
    return i + 2;
  return i + 1;
}

}  // namespace

void join_tables(const LayoutFacts& facts, std::vector<RegionDraft>& drafts) {
  std::vector<RegionDraft> joined;
  for (size_t i = 0; i < drafts.size(); ++i) {
    if (!is_table(drafts[i])) {
      joined.push_back(std::move(drafts[i]));
      continue;
    }
    RegionDraft table = std::move(drafts[i]);
    while (!joined.empty() && close(facts, joined.back(), table) &&
           is_head(facts, joined.back(), table)) {
      absorb(table, joined.back(), true);
      joined.pop_back();
    }
    for (size_t end = next_part(facts, drafts, i, table); end > i + 1;
         end = next_part(facts, drafts, i, table)) {
      for (size_t k = i + 1; k < end; ++k) absorb(table, drafts[k], false);
      i = end - 1;
    }
    joined.push_back(std::move(table));
  }
  drafts = std::move(joined);
}

}  // namespace octavo::document
