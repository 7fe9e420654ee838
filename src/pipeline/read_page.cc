#include "pipeline/read_page.h"

#include <algorithm>
#include <chrono>

#include "base/try.h"
#include "base/utf8.h"
#include "document/crop/make_crops.h"
#include "document/layout/analyze_layout.h"
#include "document/page/load_page.h"
#include "document/recognize/recognize.h"
#include "pipeline/turn_back.h"

namespace octavo {
namespace {

using document::CropOptions;
using document::Layout;
using document::Page;
using document::PageBlock;
using document::PageBlocks;
using document::PageSource;
using document::PageView;

int visible_characters(const std::string& text) {
  int count = 0;
  for (const char32_t c : to_utf32(text)) count += !is_space(c);
  return count;
}

// Characters that came from the text layer and are in a block now.
int characters_kept(const std::vector<PageBlock>& blocks) {
  int count = 0;
  const auto add = [&](const Inlines& inlines) {
    count += visible_characters(plain_text(inlines));
  };
  for (const PageBlock& page_block : blocks) {
    const Block& block = page_block.block;
    if (block.source != Source::kTextLayer) continue;
    add(block.content);
    for (const auto& item : block.items) {
      count += visible_characters(item.marker);
      add(item.content);
    }
    for (const auto& cell : block.table.cells) add(cell.content);
    for (const auto& caption : block.captions) add(caption.content);
    for (const auto& footnote : block.footnotes) add(footnote.content);
  }
  return count;
}

PageInfo describe(const Page& page, const Layout& layout, const std::vector<PageBlock>& blocks) {
  const bool sideways = page.turn == 90 || page.turn == 270;
  PageInfo info;
  info.index = page.index;
  info.width = sideways ? page.height : page.width;
  info.height = sideways ? page.width : page.height;
  info.rotation = page.turn;
  info.source = page.source;
  info.source_reason = page.trust_reason;
  info.blank = page.blank;
  info.used_layout_network = layout.used_network;
  info.text_layer_characters = page.text_layer_characters;
  info.characters_hidden = page.characters_hidden;
  info.characters_kept = std::min(characters_kept(blocks), page.text_layer_characters);
  return info;
}

bool something_was_lost(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

}  // namespace

Result<PageBlocks> read_page(const PageSource& source, int index, const ParseOptions& options,
                             Networks& networks) {
  const auto start = std::chrono::steady_clock::now();
  PageView view(source, index, options.limits, Deadline(options.page_timeout, options.cancel));
  PageBlocks result;

  const Page page = OCTAVO_TRY(document::load_page(view, options.ocr, networks));
  Layout layout;
  if (!page.blank) {
    auto reading = OCTAVO_TRY(document::prepare_reading(page.lines, view));
    std::vector<document::Crop> crops;
    const auto take_apart = [&]() -> Status {
      layout = OCTAVO_TRY(document::analyze_layout(page, view, networks));
      crops = OCTAVO_TRY(document::make_crops(page, layout, view,
                                              CropOptions{.keep_pictures = options.keep_pictures}));
      return success();
    };
    // The layout needs to know where lines stand, not what they say.
    if (reading.unread.empty())
      OCTAVO_TRY_STATUS(take_apart());
    else
      OCTAVO_TRY_STATUS(networks.both([&] { return read_lines(reading, networks); }, take_apart));
    auto answers =
        OCTAVO_TRY(document::recognize(page, layout, std::move(crops), reading, view, networks));
    result.blocks = document::build_blocks(page, layout, std::move(answers));
  }

  result.info = describe(page, layout, result.blocks);
  turn_blocks_back(result.blocks, page.turn, page.width, page.height);
  result.diagnostics = view.diagnostics().take();
  if (something_was_lost(result.diagnostics)) result.info.status = PageStatus::kDegraded;
  result.info.seconds =
      std::chrono::duration<float>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace octavo
