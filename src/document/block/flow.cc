#include "document/block/flow.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "document/block/caption.h"
#include "document/block/code.h"
#include "document/block/contents.h"
#include "document/block/entries.h"
#include "document/block/inline_text.h"
#include "document/block/paragraphs.h"
#include "document/block/title.h"
#include "document/block/visual.h"

namespace octavo::document {
namespace {

class Flow {
 public:
  Flow(BuildContext& context, uint32_t region)
      : context_(context),
        region_(region),
        kind_(context.layout.regions[region].kind),
        rows_(context.rows[region]),
        column_(context.columns[region]) {}

  void run() {
    if (kind_ == RegionKind::kTitle) {
      starts_.assign(rows_.size(), {});
      for (const Paragraph& title : split_titles(rows_, column_, context_.facts)) add_title(title);
      return;
    }
    size_t done = 0;
    for (const auto& [begin, end] : find_code_runs(rows_, context_.facts)) {
      add_text(done, begin);
      build_code(context_, region_, begin, end);
      done = end;
    }
    add_text(done, rows_.size());
  }

 private:
  // Paragraphs of rows [begin, end), indices made absolute.
  void add_text(size_t begin, size_t end) {
    if (begin >= end) return;
    starts_.assign(rows_.size(), {});
    const bool whole = begin == 0 && end == rows_.size();
    const std::vector<Row> part = whole ? std::vector<Row>() : slice(begin, end);
    const std::vector<Row>& rows = whole ? rows_ : part;
    const std::vector<Marker> starts = find_item_starts(rows, kind_, context_.facts);
    paragraphs_ = split_paragraphs(rows, column_, context_.facts, starts);
    for (size_t i = 0; i < starts.size(); ++i) starts_[begin + i] = starts[i];
    for (Paragraph& paragraph : paragraphs_) {
      paragraph.begin += begin;
      paragraph.end += begin;
    }
    for (size_t i = 0; i < paragraphs_.size(); ++i) add_paragraph(i);
  }

  std::vector<Row> slice(size_t begin, size_t end) const {
    return {rows_.begin() + static_cast<std::ptrdiff_t>(begin),
            rows_.begin() + static_cast<std::ptrdiff_t>(end)};
  }

  void add_title(const Paragraph& paragraph) {
    const Marker marker = parse_marker(rows_[paragraph.begin].text);
    if (marker.kind == MarkerKind::kBullet) {
      starts_[paragraph.begin] = marker;
      add_item(paragraph, marker);
    } else if (is_caption(paragraph)) {
      add_caption(paragraph);
    } else if (cannot_be_title(rows_, paragraph.begin, paragraph.end, context_.facts)) {
      no_titles_ = true;
      add_text(paragraph.begin, paragraph.end);
      no_titles_ = false;
    } else {
      push_title(paragraph);
    }
  }

  void add_paragraph(size_t index) {
    const Paragraph& paragraph = paragraphs_[index];
    if (const Marker& marker = starts_[paragraph.begin]) {
      if (!is_numbered_heading(index, marker)) return add_item(paragraph, marker);
      return push_title(paragraph);
    }
    if (continues_item(paragraph)) return append_to_item(paragraph);
    if (is_caption(paragraph) && stands_as_caption(paragraph)) return add_caption(paragraph);
    if (kind_ != RegionKind::kFormField && !no_titles_ &&
        reads_as_title(rows_, paragraph, context_.facts, following(index)))
      return push_title(paragraph);
    add_plain(paragraph);
  }

  // "（一）范围" over its paragraphs: layout and the count alone would make a list of it.
  bool is_numbered_heading(size_t index, const Marker& marker) const {
    if (marker.kind != MarkerKind::kCjk) return false;
    const Following next = following(index);
    return !next.marked && reads_as_title(rows_, paragraphs_[index], context_.facts, next);
  }

  // Without punctuation after the number only a single row, set off by being centred, is one.
  bool stands_as_caption(const Paragraph& paragraph) const {
    const CaptionPrefix prefix = caption_prefix(rows_[paragraph.begin].text);
    if (prefix.separated) return true;
    return !prefix.mentioned && paragraph.centered && paragraph.end - paragraph.begin == 1;
  }

  void push_title(const Paragraph& paragraph) {
    Draft draft = make_draft(context_, region_, paragraph.begin, paragraph.end, BlockKind::kTitle,
                             LineEnds::kJoin);
    clear_uniform_style(draft.out.block.content, kBold);
    clear_uniform_style(draft.out.block.content, kItalic);
    draft.out.region_kind = RegionKind::kTitle;
    const std::string text = plain_text(draft.out.block.content);
    context_.after_references = is_references_heading(text);
    context_.after_contents = is_contents_title(text);
    context_.drafts.push_back(std::move(draft));
  }

  void add_plain(const Paragraph& paragraph) {
    if (context_.after_references && kind_ != RegionKind::kFormField)
      return build_references(context_, region_, paragraph.begin, paragraph.end);
    Draft draft = make_draft(context_, region_, paragraph.begin, paragraph.end, BlockKind::kText,
                             line_ends(paragraph));
    if (kind_ != RegionKind::kFormField) draft.out.region_kind = RegionKind::kText;
    draft.marker = parse_marker(rows_[paragraph.begin].text);
    draft.gap_above = paragraph.gap_above || paragraph.begin == 0;
    if (paragraph.indented || paragraph.hard_lines)
      draft.out.starts_mid_sentence = draft.out.starts_flush = false;
    draft.out.hard_lines = paragraph.hard_lines;
    if (paragraph.hard_lines) draft.out.ends_open = false;
    context_.drafts.push_back(std::move(draft));
  }

  LineEnds line_ends(const Paragraph& paragraph) const {
    const bool keep = paragraph.hard_lines || kind_ == RegionKind::kFormField;
    return keep ? LineEnds::kKeep : LineEnds::kJoin;
  }

  bool is_caption(const Paragraph& paragraph) const {
    return bool(caption_prefix(rows_[paragraph.begin].text)) &&
           paragraph.end - paragraph.begin <= 12;
  }

  void add_caption(const Paragraph& paragraph) {
    Draft draft = make_draft(context_, region_, paragraph.begin, paragraph.end, BlockKind::kText,
                             LineEnds::kJoin);
    draft.out.region_kind = RegionKind::kCaption;
    context_.drafts.push_back(std::move(draft));
  }

  ListItem make_item(const Paragraph& paragraph, const Marker& marker) {
    ListItem item;
    item.marker = marker.text;
    item.content = item_content(paragraph);
    // The marker's bytes are those of the row's text, which soft hyphens may have left: markers
    // hold none.
    drop_prefix(item.content, marker.bytes);
    item.boxes = row_boxes(context_, rows_, paragraph.begin, paragraph.end);
    return item;
  }

  // Lines of an item run on unless they end early and the next one opens with a capital.
  Inlines item_content(const Paragraph& paragraph) {
    const bool lower = std::any_of(rows_.begin() + static_cast<std::ptrdiff_t>(paragraph.begin + 1),
                                   rows_.begin() + static_cast<std::ptrdiff_t>(paragraph.end),
                                   [](const Row& row) { return is_lower(first_char(row.text)); });
    return rows_content(context_, rows_, paragraph.begin, paragraph.end,
                        paragraph.hard_lines && !lower ? LineEnds::kKeep : LineEnds::kJoin);
  }

  void add_item(const Paragraph& paragraph, const Marker& marker) {
    const Row& row = rows_[paragraph.begin];
    Draft* list = open_list();
    if (list == nullptr) {
      Draft draft = make_draft(context_, region_, paragraph.begin, paragraph.end, BlockKind::kList,
                               LineEnds::kJoin);
      draft.out.block.content.clear();
      draft.out.region_kind = RegionKind::kList;
      context_.drafts.push_back(std::move(draft));
      list = &context_.drafts.back();
    } else {
      extend(*list, paragraph);
    }
    list->out.block.items.push_back(make_item(paragraph, marker));
    list->places.push_back({marker, row.left - context_.origins[region_], row.size});
  }

  // The list that this region has just been adding to.
  Draft* open_list() {
    if (context_.drafts.empty()) return nullptr;
    Draft& last = context_.drafts.back();
    return last.out.block.kind == BlockKind::kList && last.out.region == region_ ? &last : nullptr;
  }

  void extend(Draft& list, const Paragraph& paragraph) {
    Block& block = list.out.block;
    add_lines(context_, rows_, paragraph.begin, paragraph.end, block.lines);
    for (const PageBox& place : row_boxes(context_, rows_, paragraph.begin, paragraph.end)) {
      const bool next_column =
          place.box.y1 < block.boxes.back().box.y0 || place.box.x0 > block.boxes.back().box.x1;
      if (next_column)
        block.boxes.push_back(place);
      else
        block.boxes.back().box = hull(block.boxes.back().box, place.box);
    }
    const Row& last = rows_[paragraph.end - 1];
    list.out.end_space = std::max(0.0f, column_.right - last.right);
    list.out.ends_open = list.out.end_space < 0.18f * column_.width() && !ends_sentence(last.text);
    list.out.rows += static_cast<int>(paragraph.end - paragraph.begin);
  }

  // A paragraph that hangs below an item's text is part of the item.
  bool continues_item(const Paragraph& paragraph) {
    const Draft* list = open_list();
    if (list == nullptr) return false;
    float left = rows_[paragraph.begin].left;
    for (size_t i = paragraph.begin + 1; i < paragraph.end; ++i)
      left = std::min(left, rows_[i].left);
    const ItemPlace& item = list->places.back();
    const bool hangs = left - context_.origins[region_] > item.left + 0.7f * item.size;
    return hangs && rows_[paragraph.begin].bold < 0.9f;
  }

  void append_to_item(const Paragraph& paragraph) {
    Draft& list = *open_list();
    ListItem& item = list.out.block.items.back();
    const Inlines more = item_content(paragraph);
    if (!item.content.empty()) item.content.back().text += '\n';
    append_inlines(item.content, more);
    for (const PageBox& place : row_boxes(context_, rows_, paragraph.begin, paragraph.end))
      item.boxes.push_back(place);
    extend(list, paragraph);
  }

  Following following(size_t index) const {
    const uint16_t font = rows_[paragraphs_[index].begin].font;
    if (index + 1 < paragraphs_.size()) {
      const Paragraph& next = paragraphs_[index + 1];
      return describe_following(rows_, next.begin, next.end, column_, context_.facts, font);
    }
    for (size_t r = region_ + 1; r < context_.rows.size(); ++r) {
      const RegionKind kind = context_.layout.regions[r].kind;
      if (kind == RegionKind::kTable || kind == RegionKind::kFigure || kind == RegionKind::kChart ||
          kind == RegionKind::kList || kind == RegionKind::kCode || kind == RegionKind::kEquation)
        return {.prose = true, .plain = true, .nothing = false};
      if (kind != RegionKind::kText && kind != RegionKind::kTitle && kind != RegionKind::kReference)
        continue;
      const std::vector<Row>& rows = context_.rows[r];
      if (rows.empty()) continue;
      Following next =
          describe_following(rows, 0, rows.size(), context_.columns[r], context_.facts, font);
      next.title = kind == RegionKind::kTitle;
      if (next.title) next.plain = false;
      return next;
    }
    return {};
  }

  BuildContext& context_;
  const uint32_t region_;
  const RegionKind kind_;
  const std::vector<Row>& rows_;
  const Column& column_;
  std::vector<Paragraph> paragraphs_;
  std::vector<Marker> starts_;
  bool no_titles_ = false;  // these rows have been found to be no title
};

}  // namespace

void build_flow(BuildContext& context, uint32_t region) { Flow(context, region).run(); }

}  // namespace octavo::document
