#include "pipeline/page_parts.h"

#include <algorithm>
#include <string>

#include "base/try.h"
#include "base/utf8.h"
#include "document/crop/make_crops.h"
#include "document/recognize/recognize.h"

namespace octavo {
namespace {

using document::PageBlock;

int count_visible(const std::string& text) {
  int count = 0;
  for (const char32_t c : to_utf32(text)) count += !is_space(c);
  return count;
}

// Characters that came from the text layer and are in a block now.
int characters_kept(const std::vector<PageBlock>& blocks) {
  int count = 0;
  for (const PageBlock& page_block : blocks)
    if (page_block.block.source == Source::kTextLayer)
      count += visible_characters(page_block.block);
  return count;
}

}  // namespace

Status take_apart(PageParts& parts, document::PageView& view, const ParseOptions& options,
                  Networks& networks, const FindLayout& find_layout) {
  auto reading = OCTAVO_TRY(document::prepare_reading(parts.page.lines, view));
  std::vector<document::Crop> crops;
  const auto find_parts = [&]() -> Status {
    parts.layout = OCTAVO_TRY(find_layout(parts.page));
    crops = OCTAVO_TRY(document::make_crops(parts.page, parts.layout, view,
                                            {.keep_pictures = options.keep_pictures}));
    return success();
  };
  // The layout needs to know where lines stand, not what they say.
  if (reading.unread.empty())
    OCTAVO_TRY_STATUS(find_parts());
  else
    OCTAVO_TRY_STATUS(networks.both([&] { return read_lines(reading, networks); }, find_parts));
  parts.answers = OCTAVO_TRY(
      document::recognize(parts.page, parts.layout, std::move(crops), reading, view, networks));
  return success();
}

PageInfo describe_page(const PageParts& parts, const std::vector<PageBlock>& blocks,
                       int read_otherwise) {
  const document::Page& page = parts.page;
  const bool sideways = page.turn == 90 || page.turn == 270;
  PageInfo info;
  info.index = page.index;
  info.width = sideways ? page.height : page.width;
  info.height = sideways ? page.width : page.height;
  info.rotation = page.turn;
  info.source = page.source;
  info.source_reason = page.trust_reason;
  info.blank = page.blank;
  info.used_layout_network = parts.layout.used_network;
  info.text_layer_characters = page.text_layer_characters;
  info.characters_hidden = page.characters_hidden;
  info.characters_kept =
      std::min(characters_kept(blocks) + read_otherwise, page.text_layer_characters);
  return info;
}

bool something_was_lost(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

int visible_characters(const std::vector<document::TextLine>& lines) {
  int count = 0;
  for (const auto& line : lines)
    if (line.source == Source::kTextLayer) count += count_visible(document::text_of(line));
  return count;
}

int visible_characters(const Block& block) {
  int count = 0;
  const auto add = [&](const Inlines& inlines) { count += count_visible(plain_text(inlines)); };
  add(block.content);
  for (const auto& item : block.items) {
    count += count_visible(item.marker);
    add(item.content);
  }
  for (const auto& cell : block.table.cells) add(cell.content);
  for (const auto& caption : block.captions) add(caption.content);
  for (const auto& footnote : block.footnotes) add(footnote.content);
  return count;
}

}  // namespace octavo
