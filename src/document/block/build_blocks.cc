#include "document/block/build_blocks.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/utf8.h"
#include "document/block/caption.h"
#include "document/block/code.h"
#include "document/block/draft.h"
#include "document/block/entries.h"
#include "document/block/fixed_pitch.h"
#include "document/block/flow.h"
#include "document/block/inline_text.h"
#include "document/block/regroup.h"
#include "document/block/visual.h"

namespace octavo::document {
namespace {

// Headers, footers, page numbers, marginal notes, captions: one block a region.
void build_single(BuildContext& context, uint32_t region, BlockKind kind, LineEnds ends) {
  const size_t rows = context.rows[region].size();
  if (rows == 0) return;
  context.drafts.push_back(make_draft(context, region, 0, rows, kind, ends));
}

// Where the figures of a page come from is said at its foot, also right above the running foot.
void build_footer(BuildContext& context, uint32_t region) {
  const std::vector<Row>& rows = context.rows[region];
  size_t begin = 0;
  for (; begin < rows.size() && is_table_note(rows[begin].text); ++begin)
    context.drafts.push_back(
        make_draft(context, region, begin, begin + 1, BlockKind::kText, LineEnds::kJoin));
  if (begin < rows.size())
    context.drafts.push_back(
        make_draft(context, region, begin, rows.size(), BlockKind::kFooter, LineEnds::kKeep));
}

void build_running_text(BuildContext& context, uint32_t region) {
  const std::vector<Row>& rows = context.rows[region];
  const RegionKind kind = context.layout.regions[region].kind;
  if (rows.empty()) return;
  if (kind != RegionKind::kTitle && are_contents(rows, context.after_contents))
    return build_contents(context, region);
  const bool references =
      kind == RegionKind::kReference || (kind != RegionKind::kTitle && are_references(rows));
  if (references) return build_references(context, region, 0, rows.size());
  build_flow(context, region);
}

void build_region(BuildContext& context, uint32_t region) {
  switch (context.layout.regions[region].kind) {
    case RegionKind::kText:
    case RegionKind::kTitle:
    case RegionKind::kList:
    case RegionKind::kReference:
    case RegionKind::kFormField:
      return build_running_text(context, region);
    case RegionKind::kTable:
      return build_table(context, region);
    case RegionKind::kFigure:
    case RegionKind::kChart:
      return build_figure(context, region);
    case RegionKind::kEquation:
      return build_equation(context, region);
    case RegionKind::kCode:
      if (context.rows[region].empty()) return;
      if (!may_be_code(context.rows[region])) return build_flow(context, region);
      return build_code(context, region, 0, context.rows[region].size());
    case RegionKind::kCaption:
      return build_captions(context, region);
    case RegionKind::kFootnote:
      return build_footnotes(context, region);
    case RegionKind::kHeader:
      return build_single(context, region, BlockKind::kHeader, LineEnds::kKeep);
    case RegionKind::kFooter:
      return build_footer(context, region);
    case RegionKind::kPageNumber:
      return build_single(context, region, BlockKind::kPageNumber, LineEnds::kKeep);
    case RegionKind::kAside:
      return build_single(context, region, BlockKind::kAside, LineEnds::kKeep);
  }
}

bool is_candidate(const Draft& draft) {
  const Block& block = draft.out.block;
  return block.kind == BlockKind::kText && draft.marker &&
         draft.out.region_kind == RegionKind::kText &&
         draft.marker.bytes < plain_text(block.content).size();
}

// A paragraph that turned out to be a list of one item.
void make_list(Draft& draft) {
  Block& block = draft.out.block;
  ListItem item;
  item.marker = draft.marker.text;
  item.content = std::exchange(block.content, {});
  drop_prefix(item.content, draft.marker.bytes);
  item.boxes = block.boxes;
  block.items.push_back(std::move(item));
  block.kind = BlockKind::kList;
  draft.places = {{draft.marker, draft.left, draft.out.size}};
  draft.out.region_kind = RegionKind::kList;
}

void append_list(Draft& list, Draft& next) {
  Block& to = list.out.block;
  Block& from = next.out.block;
  std::move(from.items.begin(), from.items.end(), std::back_inserter(to.items));
  std::move(from.lines.begin(), from.lines.end(), std::back_inserter(to.lines));
  std::move(from.boxes.begin(), from.boxes.end(), std::back_inserter(to.boxes));
  std::move(next.places.begin(), next.places.end(), std::back_inserter(list.places));
  to.confidence = std::min(to.confidence, from.confidence);
  list.out.ends_open = next.out.ends_open;
  list.out.end_space = next.out.end_space;
  list.out.rows += next.out.rows;
}

// Boxes of items that stand under each other in one column become one.
void merge_boxes(std::vector<PageBox>& boxes) {
  std::vector<PageBox> merged;
  for (const PageBox& place : boxes) {
    const bool same_column = !merged.empty() && merged.back().page == place.page &&
                             place.box.y0 >= merged.back().box.y0 - 1 &&
                             overlap_x(place.box, merged.back().box) > 0;
    if (same_column)
      merged.back().box = hull(merged.back().box, place.box);
    else
      merged.push_back(place);
  }
  boxes = std::move(merged);
}

// Does `next` go on with one of the series that are open in the list?
bool continues_list(const Draft& list, const Marker& next) {
  constexpr size_t kReach = 12;
  const size_t count = list.places.size();
  for (size_t back = 1; back <= std::min(count, kReach); ++back)
    if (follows(list.places[count - back].marker, next)) return true;
  return false;
}

// The rest of a numbered paragraph or item that hangs right below its first row, in a region of its
// own.
bool hangs_below(const Draft& above, const Draft& draft) {
  const Block& block = draft.out.block;
  const bool opened = is_candidate(above) || above.out.block.kind == BlockKind::kList;
  if (!opened || block.kind != BlockKind::kText || draft.marker ||
      draft.out.region_kind != RegionKind::kText)
    return false;
  const PointBox& upper = above.out.block.boxes.back().box;
  const PointBox& lower = block.boxes.front().box;
  const float size = draft.out.size;
  const float left = above.places.empty() ? above.left : above.places.back().left;
  return draft.left > left + 0.7f * size && lower.y0 >= upper.y1 - 0.5f * size &&
         lower.y0 < upper.y1 + 0.6f * size && above.out.ends_open && overlap_x(upper, lower) > 0;
}

void append_hanging(Draft& above, Draft& draft) {
  Block& to = above.out.block;
  Block& from = draft.out.block;
  append_joined(to.items.empty() ? to.content : to.items.back().content, from.content);
  if (!to.items.empty())
    std::copy(from.boxes.begin(), from.boxes.end(), std::back_inserter(to.items.back().boxes));
  std::move(from.lines.begin(), from.lines.end(), std::back_inserter(to.lines));
  std::move(from.boxes.begin(), from.boxes.end(), std::back_inserter(to.boxes));
  merge_boxes(to.boxes);
  above.out.ends_open = draft.out.ends_open;
  above.out.end_space = draft.out.end_space;
  above.out.rows += draft.out.rows;
}

// Layout often gives each item a region of its own: neighbours that count on become one list.
void join_lists(std::vector<Draft>& drafts) {
  std::vector<Draft> out;
  out.reserve(drafts.size());
  for (Draft& draft : drafts) {
    Draft* last = out.empty() ? nullptr : &out.back();
    if (last != nullptr && hangs_below(*last, draft)) {
      append_hanging(*last, draft);
      continue;
    }
    const bool candidate = is_candidate(draft);
    const bool list = draft.out.block.kind == BlockKind::kList;
    if (last != nullptr && (candidate || list)) {
      const Marker& first = candidate ? draft.marker : draft.places.front().marker;
      if (is_candidate(*last) && (follows(last->marker, first))) make_list(*last);
      if (last->out.block.kind == BlockKind::kList) {
        // Nested: a bullet list inside a numbered one, each item with its own region.
        const bool nested =
            list && first.is_bullet() && !last->places.front().marker.is_bullet() &&
            draft.places.front().left > last->places.back().left + last->places.back().size;
        if (continues_list(*last, first) || nested) {
          if (candidate) make_list(draft);
          append_list(*last, draft);
          continue;
        }
      }
    }
    out.push_back(std::move(draft));
  }
  drafts = std::move(out);
}

void finish(Draft& draft) {
  Block& block = draft.out.block;
  if (block.kind != BlockKind::kList) return;
  const std::vector<int> levels = item_levels(draft.places);
  OCTAVO_CHECK(levels.size() == block.items.size());
  for (size_t i = 0; i < levels.size(); ++i) block.items[i].level = levels[i];
  merge_boxes(block.boxes);
}

}  // namespace

std::vector<PageBlock> build_blocks(const Page& page, const Layout& given,
                                    std::vector<Answer> answers) {
  OCTAVO_CHECK(answers.size() == given.regions.size());
  Layout layout = given;
  regroup_scanned_lines(layout, answers);
  join_listings(layout, answers);
  BuildContext context{.page = page, .layout = layout, .answers = answers};
  context.rows.reserve(answers.size());
  mark_fixed_pitch(page, answers);
  for (const Answer& answer : answers) context.rows.push_back(make_rows(answer.lines));
  context.facts = page_facts(layout, context.rows);
  context.columns = region_columns(layout, context.rows);
  context.origins = column_origins(page, layout, context.columns, context.rows);
  for (uint32_t region = 0; region < layout.regions.size(); ++region) build_region(context, region);
  join_lists(context.drafts);
  std::vector<PageBlock> blocks;
  blocks.reserve(context.drafts.size());
  for (Draft& draft : context.drafts) {
    finish(draft);
    blocks.push_back(std::move(draft.out));
  }
  return blocks;
}

}  // namespace octavo::document
