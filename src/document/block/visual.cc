#include "document/block/visual.h"

#include <algorithm>
#include <optional>

#include "document/block/caption.h"
#include "document/block/code.h"
#include "document/block/contents.h"
#include "document/block/entries.h"
#include "document/block/equation_text.h"
#include "document/block/flow.h"
#include "document/block/formula/glyph_latex.h"

namespace octavo::document {
namespace {

// A grid that leaders draw: most rows end with a page number behind dots.
bool is_contents_table(const BuildContext& context, uint32_t region) {
  return are_contents(context.rows[region], context.after_contents);
}

bool holds_picture(const Page& page, const PointBox& box) {
  // So many pictures make a drawing of the page, and this test slow.
  constexpr size_t kMany = 1000;
  return page.content.pictures.size() > kMany ||
         std::any_of(
             page.content.pictures.begin(), page.content.pictures.end(),
             [&](const PlacedPicture& picture) { return overlap_area(picture.box, box) > 0; });
}

// A frame or coloured band drawn around text is no figure: its rows stand one below the other and
// fill its height, while the labels of a drawing lie scattered.
bool is_framed_text(const BuildContext& context, uint32_t region) {
  const Region& from = context.layout.regions[region];
  const std::vector<Row>& rows = context.rows[region];
  if (rows.empty() || from.from_network || from.kind == RegionKind::kChart || from.angle != 0)
    return false;
  if (rows.front().ocr) return false;
  constexpr float kFilled = 0.45f;  // of the height; less in a frame of one or two rows
  constexpr int kWordsEach = 8;     // characters a row: labels are shorter
  float height = 0, width = 0;
  int characters = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && rows[i].top < rows[i - 1].bottom - 0.3f * rows[i].size) return false;
    if (i > 0 && rows[i].left - rows[0].left > 8 * rows[i].size) return false;
    height += rows[i].bottom - rows[i].top;
    width = std::max(width, rows[i].width());
    characters += rows[i].characters;
  }
  // A band may be painted by a picture; larger pictures are what they show.
  const bool band = rows.size() <= 2 && from.box.height() < 4 * rows.front().size;
  if (!band && holds_picture(context.page, from.box)) return false;
  const bool filled = height > kFilled * from.box.height() && width > 0.25f * from.box.width();
  return band ||
         (filled && rows.size() >= 2 && characters >= kWordsEach * static_cast<int>(rows.size()));
}

bool opens_caption(const Row& row) {
  const CaptionPrefix prefix = caption_prefix(row.text);
  return prefix && !prefix.mentioned;
}

void push_caption(BuildContext& context, uint32_t region, size_t begin, size_t end) {
  Draft draft = make_draft(context, region, begin, end, BlockKind::kText, LineEnds::kJoin);
  draft.out.region_kind = RegionKind::kCaption;
  context.drafts.push_back(std::move(draft));
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
  const Region& from = context.layout.regions[region];
  const std::vector<Row>& rows = context.rows[region];
  if (is_framed_text(context, region)) return build_flow(context, region);
  const bool chart = from.kind == RegionKind::kChart;
  // A caption that layout took into the figure: its last row, or its first.
  size_t begin = 0, end = rows.size();
  if (end > begin && opens_caption(rows[end - 1])) --end;
  if (end > begin && opens_caption(rows[begin])) ++begin;
  if (begin > 0) push_caption(context, region, 0, begin);
  Draft draft = make_empty_draft(context, region, chart ? BlockKind::kChart : BlockKind::kImage);
  Block& block = draft.out.block;
  add_lines(context, rows, begin, end, block.lines);
  const bool inside_picture =
      context.page.trust == TextTrust::kTrusted &&
      std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.ocr; });
  if (!inside_picture) block.content = rows_content(context, rows, begin, end, LineEnds::kKeep);
  block.picture = std::move(context.answers[region].picture);
  context.drafts.push_back(std::move(draft));
  if (end < rows.size()) push_caption(context, region, end, rows.size());
}

void build_equation(BuildContext& context, uint32_t region) {
  const std::vector<Row>& rows = context.rows[region];
  Draft draft = make_draft(context, region, 0, rows.size(), BlockKind::kEquation, LineEnds::kKeep);
  const Answer& answer = context.answers[region];
  const bool sound = context.page.trust == TextTrust::kTrusted;
  const std::optional<GlyphLatex> formula =
      sound ? glyph_latex(context.page.content, answer.lines) : std::nullopt;
  if (formula) {
    Inlines& content = draft.out.block.content;
    content = {{InlineKind::kMath, kPlain, formula->latex, {}}};
    if (!formula->number.empty())
      content.push_back({InlineKind::kText, kPlain, formula->number, {}});
  } else if (const std::vector<TextLine> lines = equation_rows(
                 answer.lines, context.page.content.rules, context.page.content.shapes);
             !lines.empty()) {
    const std::vector<Row> printed = make_rows(lines);
    draft.out.block.content = rows_content(context, printed, 0, printed.size(), LineEnds::kKeep);
  }
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
