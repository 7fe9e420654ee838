#include "document/block/entries.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/block/caption.h"
#include "document/block/contents.h"
#include "document/block/inline_text.h"
#include "document/block/paragraphs.h"

namespace octavo::document {
namespace {

bool is_bracketed(const Marker& marker) {
  return marker.kind == MarkerKind::kDecimal && marker.open == '[';
}

// Where a reference opens, judged by numbers. Empty markers when the list is not numbered.
std::vector<Marker> reference_starts(const std::vector<Row>& rows, size_t begin, size_t end) {
  std::vector<Marker> markers(rows.size());
  size_t bracketed = 0, in_order = 0;
  Marker previous;
  for (size_t i = begin; i < end; ++i) {
    Marker marker = parse_marker(rows[i].text);
    const bool numeric = marker.kind == MarkerKind::kDecimal;
    if (!numeric) continue;
    // A wrapped row may open with "12." by chance; the count then does not go on.
    if (!is_bracketed(marker) && previous && !follows(previous, marker)) continue;
    bracketed += is_bracketed(marker);
    in_order += previous && follows(previous, marker);
    previous = marker;
    markers[i] = std::move(marker);
  }
  if (bracketed == 0 && in_order == 0) return std::vector<Marker>(rows.size());
  if (bracketed > 0)
    for (Marker& marker : markers)
      if (!is_bracketed(marker)) marker = {};
  return markers;
}

// Author-year lists: by hanging indent and gaps, as paragraphs are found.
std::vector<std::pair<size_t, size_t>> split_references(const BuildContext& context,
                                                        uint32_t region, size_t begin, size_t end) {
  const std::vector<Row>& rows = context.rows[region];
  const std::vector<Marker> markers = reference_starts(rows, begin, end);
  std::vector<std::pair<size_t, size_t>> entries;
  const bool numbered =
      std::any_of(markers.begin(), markers.end(), [](const Marker& m) { return bool(m); });
  if (numbered) {
    for (size_t i = begin; i < end; ++i) {
      if (i == begin || markers[i]) entries.emplace_back(i, i);
      entries.back().second = i + 1;
    }
    return entries;
  }
  const std::vector<Row> part(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                              rows.begin() + static_cast<std::ptrdiff_t>(end));
  for (const Paragraph& paragraph :
       split_paragraphs(part, context.columns[region], context.facts)) {
    if (!paragraph.hard_lines) {
      entries.emplace_back(begin + paragraph.begin, begin + paragraph.end);
      continue;
    }
    for (size_t i = paragraph.begin; i < paragraph.end; ++i)
      entries.emplace_back(begin + i, begin + i + 1);
  }
  return entries;
}

// The rows before `end` are a caption of their own: the last one is short, or ends a sentence.
bool ends_caption(const std::vector<Row>& rows, size_t begin, size_t end, float right) {
  const Row& last = rows[end - 1];
  return begin < end && (ends_sentence(last.text) || ends_early(last, rows[end], right));
}

bool opens_note(const Row& row) { return footnote_mark_bytes(row.text, row.raised_start) > 0; }

}  // namespace

bool are_references(const std::vector<Row>& rows) {
  size_t starts = 0, in_order = 0;
  Marker previous;
  for (const Row& row : rows) {
    const Marker marker = parse_marker(row.text);
    if (!is_bracketed(marker)) continue;
    ++starts;
    in_order += previous && follows(previous, marker);
    previous = marker;
  }
  return in_order >= 1 && in_order + 1 >= starts;
}

void build_references(BuildContext& context, uint32_t region, size_t begin, size_t end) {
  const std::vector<Row>& rows = context.rows[region];
  bool first = true;
  const auto entries = split_references(context, region, begin, end);
  const bool numbered = entries.size() > 1 &&
                        parse_marker(rows[entries.back().first].text).kind == MarkerKind::kDecimal;
  for (const auto& [from, to] : entries) {
    Draft draft = make_draft(context, region, from, to, BlockKind::kReference, LineEnds::kJoin);
    draft.out.region_kind = RegionKind::kReference;
    // The rest of an entry that began in the column or page before.
    const bool numberless = numbered && !parse_marker(rows[from].text);
    const bool hangs = !numbered && first && entries.size() > 1 &&
                       rows[from].left > rows[entries[1].first].left + 0.7f * rows[from].size;
    draft.out.starts_mid_sentence =
        first && (numberless || hangs || is_lower(first_char(rows[from].text)));
    draft.out.ends_open = !ends_sentence(rows[to - 1].text);
    context.drafts.push_back(std::move(draft));
    first = false;
  }
}

void build_footnotes(BuildContext& context, uint32_t region) {
  const std::vector<Row>& rows = context.rows[region];
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin + 1;
    while (end < rows.size() && !opens_note(rows[end])) ++end;
    Draft draft =
        make_draft(context, region, begin, end, BlockKind::kPageFootnote, LineEnds::kJoin);
    draft.out.starts_mid_sentence = !opens_note(rows[begin]) && draft.out.starts_mid_sentence;
    context.drafts.push_back(std::move(draft));
    begin = end;
  }
}

void build_captions(BuildContext& context, uint32_t region) {
  const std::vector<Row>& rows = context.rows[region];
  for (size_t begin = 0; begin < rows.size();) {
    const CaptionPrefix prefix = caption_prefix(rows[begin].text);
    size_t end = begin + 1;
    while (end < rows.size()) {
      const CaptionPrefix next = caption_prefix(rows[end].text);
      // A mention at a row start inside a caption is no new one; after a mention, any caption is.
      const Marker marker = parse_marker(rows[end].text);
      const bool opens = next.separated || (marker && !marker.is_bullet());
      if (opens && ends_caption(rows, begin, end, context.columns[region].right)) break;
      ++end;
    }
    Draft draft = make_draft(context, region, begin, end, BlockKind::kText, LineEnds::kJoin);
    // What follows a caption in its region and is none is text.
    if (prefix.mentioned || (begin > 0 && !prefix)) {
      draft.out.region_kind = RegionKind::kText;
      draft.marker = parse_marker(rows[begin].text);
    }
    context.drafts.push_back(std::move(draft));
    begin = end;
  }
}

bool are_contents(const std::vector<Row>& rows, bool titled) {
  size_t entries = 0, leaders = 0, numbers = 0;
  for (const Row& row : rows) {
    const Leaders found = find_leaders(row.text);
    leaders += found.end > found.begin && found.page_number;
    entries += is_contents_row(row);
    numbers += parse_section_number(row.text).depth >= 2;
  }
  constexpr size_t kLeast = 3;
  // Below the heading section numbers do, too: not every table of contents names pages.
  if (titled && numbers >= kLeast && numbers * 5 >= rows.size() * 3) return true;
  if (titled) return entries > 0 && entries * 2 >= rows.size();
  return leaders >= kLeast && leaders * 2 >= rows.size();
}

void build_contents(BuildContext& context, uint32_t region) {
  const std::vector<Row>& rows = context.rows[region];
  Draft draft = make_draft(context, region, 0, rows.size(), BlockKind::kIndex, LineEnds::kKeep);
  Block& block = draft.out.block;
  block.content.clear();
  std::vector<float> lefts;
  float size = 1;
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin + 1;
    // An entry too long for its row: the page number comes with the last one.
    while (end < rows.size() && !is_contents_row(rows[end - 1]) && end - begin < 3 &&
           rows[end].left > rows[begin].left + 0.3f * rows[begin].size &&
           is_contents_row(rows[end]))
      ++end;
    ListItem item;
    item.content = rows_content(context, rows, begin, end, LineEnds::kJoin);
    const Leaders leaders = find_leaders(plain_text(item.content));
    if (leaders.end > leaders.begin) replace_by_space(item.content, leaders.begin, leaders.end);
    item.boxes = row_boxes(context, rows, begin, end);
    block.items.push_back(std::move(item));
    lefts.push_back(rows[begin].left);
    size = std::max(size, rows[begin].size);
    begin = end;
  }
  std::vector<std::string> texts;
  texts.reserve(block.items.size());
  for (const ListItem& item : block.items) texts.push_back(plain_text(item.content));
  const std::vector<int> levels = contents_levels(lefts, 0.6f * size, texts);
  for (size_t i = 0; i < levels.size(); ++i) block.items[i].level = levels[i];
  context.drafts.push_back(std::move(draft));
}

}  // namespace octavo::document
