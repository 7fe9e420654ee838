#include "pipeline/read_page.h"

#include <chrono>
#include <utility>

#include "base/try.h"
#include "document/layout/analyze_layout.h"
#include "document/page/load_page.h"
#include "pipeline/page_parts.h"
#include "pipeline/turn_back.h"

namespace octavo {

using document::PageBlocks;

Result<PageBlocks> read_page(const document::PageSource& source, int index,
                             const ParseOptions& options, Networks& networks) {
  const auto start = std::chrono::steady_clock::now();
  document::PageView view(source, index, options.limits,
                          Deadline(options.page_timeout, options.cancel));
  PageBlocks result;

  PageParts parts;
  parts.page = OCTAVO_TRY(document::load_page(view, options.ocr, networks));
  const document::Page& page = parts.page;
  if (!page.blank) {
    OCTAVO_TRY_STATUS(take_apart(parts, view, options, networks, [&](const document::Page& whole) {
      return document::analyze_layout(whole, view, networks);
    }));
    result.blocks = document::build_blocks(page, parts.layout, std::move(parts.answers));
  }

  result.info = describe_page(parts, result.blocks);
  turn_blocks_back(result.blocks, page.turn, page.width, page.height);
  result.diagnostics = view.diagnostics().take();
  if (something_was_lost(result.diagnostics)) result.info.status = PageStatus::kDegraded;
  result.info.seconds =
      std::chrono::duration<float>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace octavo
