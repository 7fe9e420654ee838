#include "document/block/draft.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/block/inline_text.h"
#include "document/block/paragraphs.h"

namespace octavo::document {
namespace {

bool all_capitals(const std::string& text) {
  int letters = 0;
  for (const char32_t c : to_utf32(text)) {
    if (is_lower(c) || is_cjk(c)) return false;
    letters += is_letter(c);
  }
  return letters >= 2;
}

// Type of the rows, weighted by characters.
void describe_type(const std::vector<Row>& rows, size_t begin, size_t end, const PageFacts& facts,
                   PageBlock& out) {
  float characters = 0, size = 0, bold = 0;
  for (size_t i = begin; i < end; ++i) {
    const auto n = static_cast<float>(rows[i].characters);
    characters += n;
    size += rows[i].size * n;
    bold += rows[i].bold * n;
  }
  if (characters <= 0) return;
  out.size = size / characters;
  // A heading may have a date in plain type at its end.
  out.bold = bold > 0.6f * characters && !facts.bold_body;
}

void describe_ends(const std::vector<Row>& rows, size_t begin, size_t end, const Column& column,
                   PageBlock& out) {
  const Row& first = rows[begin];
  const Row& last = rows[end - 1];
  constexpr float kFlush = 0.7f;  // ems
  const char32_t opening = first_char(first.text);
  const float edge = end - begin > 1 ? std::min(column.left, rows[begin + 1].left) : column.left;
  out.starts_flush = first.left - edge < kFlush * first.size && !parse_marker(first.text);
  const bool lower = is_lower(opening);
  out.starts_mid_sentence = out.starts_flush && (lower || is_cjk(opening) || opening == ',' ||
                                                 opening == ')' || is_hangul(opening));
  out.end_space = std::max(0.0f, column.right - last.right);
  out.first_width = first.first_width;
  const float full = std::max(0.18f * column.width(), 3 * last.size);
  out.ends_open = out.end_space < full && !ends_sentence(last.text);
  out.rows = static_cast<int>(end - begin);
  out.parts = out.rows == 1 && first.parts;
}

float confidence_of(const std::vector<Row>& rows, size_t begin, size_t end, float most) {
  double sum = 0, characters = 0;
  for (size_t i = begin; i < end; ++i)
    for (const TextLine* line : rows[i].lines) {
      const auto n = static_cast<double>(line->words.size());
      sum += n * static_cast<double>(line->confidence);
      characters += n;
    }
  const float mean = characters > 0 ? static_cast<float>(sum / characters) : most;
  const float value = std::min(mean, most);
  return std::isfinite(value) ? std::clamp(value, 0.0f, 1.0f) : 0;
}

}  // namespace

Inlines rows_content(const BuildContext& context, const std::vector<Row>& rows, size_t begin,
                     size_t end, LineEnds ends) {
  InlineBuilder builder(context.page.content.links, context.facts.ignored_style());
  for (size_t i = begin; i < end; ++i)
    for (const TextLine* line : rows[i].lines) {
      const bool row_start = line == rows[i].lines.front();
      if (!row_start)
        builder.add_space();
      else if (ends == LineEnds::kKeep)
        builder.add_newline();
      else
        builder.join(*line);
      builder.add_line(*line);
    }
  return builder.take();
}

std::vector<PageBox> row_boxes(const BuildContext& context, const std::vector<Row>& rows,
                               size_t begin, size_t end) {
  std::vector<PageBox> boxes;
  for (size_t i = begin; i < end; ++i) {
    // A row far above the one before it stands in the next column.
    const bool jump = i > begin && rows[i].bottom < rows[i - 1].top - rows[i].size;
    if (i == begin || jump)
      boxes.push_back({context.page.index, rows[i].box});
    else
      boxes.back().box = hull(boxes.back().box, rows[i].box);
  }
  return boxes;
}

void add_lines(const BuildContext& context, const std::vector<Row>& rows, size_t begin, size_t end,
               std::vector<Line>& lines) {
  for (size_t i = begin; i < end; ++i)
    for (const TextLine* line : rows[i].lines) {
      InlineBuilder builder(context.page.content.links, context.facts.ignored_style());
      builder.add_line(*line);
      lines.push_back({{context.page.index, line->box}, builder.take(), line->confidence});
    }
}

Draft make_empty_draft(const BuildContext& context, uint32_t region, BlockKind kind) {
  const Region& from = context.layout.regions[region];
  const Answer& answer = context.answers[region];
  Draft draft;
  Block& block = draft.out.block;
  block.kind = kind;
  block.angle = from.angle;
  block.boxes = {{context.page.index, from.box}};
  block.source = answer.source;
  block.source_reason = answer.reason;
  block.confidence =
      std::isfinite(answer.confidence) ? std::clamp(answer.confidence, 0.0f, 1.0f) : 0;
  draft.out.region = region;
  draft.out.region_kind = from.kind;
  draft.out.size = context.facts.body_size;
  draft.out.column = text_column(context.page, context.layout, from.box);
  return draft;
}

Draft make_draft(const BuildContext& context, uint32_t region, size_t begin, size_t end,
                 BlockKind kind, LineEnds ends) {
  const std::vector<Row>& rows = context.rows[region];
  const Column& column = context.columns[region];
  Draft draft = make_empty_draft(context, region, kind);
  Block& block = draft.out.block;
  if (begin >= end) return draft;
  block.boxes = row_boxes(context, rows, begin, end);
  block.content = rows_content(context, rows, begin, end, ends);
  add_lines(context, rows, begin, end, block.lines);
  block.confidence = confidence_of(rows, begin, end, block.confidence);
  draft.out.column = text_column(context.page, context.layout, block.boxes.front().box);
  draft.out.all_caps = all_capitals(plain_text(block.content));
  draft.out.centered = is_centered(rows, begin, end, column);
  describe_type(rows, begin, end, context.facts, draft.out);
  describe_ends(rows, begin, end, column, draft.out);
  if (rows[begin].lines.front()->vertical == false && block.angle == 0)
    block.angle = rows[begin].lines.front()->angle;
  draft.left = rows[begin].left - context.origins[region];
  return draft;
}

}  // namespace octavo::document
