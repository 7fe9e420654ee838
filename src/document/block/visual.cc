#include "document/block/visual.h"

#include "document/block/code.h"
#include "document/block/contents.h"
#include "document/block/entries.h"
#include "document/block/flow.h"

namespace octavo::document {
namespace {

// A grid that leaders draw: most rows end with a page number behind dots.
bool is_contents_table(const BuildContext& context, uint32_t region) {
  return are_contents(context.rows[region], context.after_contents);
}

}  // namespace

void build_table(BuildContext& context, uint32_t region) {
  Answer& answer = context.answers[region];
  const std::vector<Row>& rows = context.rows[region];
  if (is_contents_table(context, region)) return build_contents(context, region);
  if (answer.table.rows <= 0 && !rows.empty() && answer.picture.file_name.empty()) {
    // No structure was found: the printed rows are what there is.
    context.drafts.push_back(
        make_draft(context, region, 0, rows.size(), BlockKind::kText, LineEnds::kKeep));
    return;
  }
  Draft draft = make_empty_draft(context, region, BlockKind::kTable);
  Block& block = draft.out.block;
  add_lines(context, rows, 0, rows.size(), block.lines);
  if (answer.table.rows <= 0)
    block.content = rows_content(context, rows, 0, rows.size(), LineEnds::kKeep);
  block.table = std::move(answer.table);
  block.picture = std::move(answer.picture);
  context.drafts.push_back(std::move(draft));
}

void build_figure(BuildContext& context, uint32_t region) {
  const bool chart = context.layout.regions[region].kind == RegionKind::kChart;
  const std::vector<Row>& rows = context.rows[region];
  Draft draft = make_empty_draft(context, region, chart ? BlockKind::kChart : BlockKind::kImage);
  Block& block = draft.out.block;
  add_lines(context, rows, 0, rows.size(), block.lines);
  block.content = rows_content(context, rows, 0, rows.size(), LineEnds::kKeep);
  block.picture = std::move(context.answers[region].picture);
  context.drafts.push_back(std::move(draft));
}

void build_equation(BuildContext& context, uint32_t region) {
  const std::vector<Row>& rows = context.rows[region];
  Draft draft = make_draft(context, region, 0, rows.size(), BlockKind::kEquation, LineEnds::kKeep);
  draft.out.block.boxes = {{context.page.index, context.layout.regions[region].box}};
  draft.out.block.picture = std::move(context.answers[region].picture);
  context.drafts.push_back(std::move(draft));
}

void build_code(BuildContext& context, uint32_t region, size_t begin, size_t end) {
  Draft draft = make_draft(context, region, begin, end, BlockKind::kCode, LineEnds::kKeep);
  draft.out.region_kind = RegionKind::kCode;
  const std::string text = code_text(context.rows[region], begin, end);
  draft.out.block.language = code_language(text);
  draft.out.block.content = {{InlineKind::kText, kPlain, text, {}}};
  context.drafts.push_back(std::move(draft));
}

}  // namespace octavo::document
