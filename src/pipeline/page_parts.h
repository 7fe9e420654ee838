// A page taken apart: its regions, and what text layer, OCR and small networks say about each. What
// the basic and the hybrid tier share.
#pragma once

#include <functional>
#include <vector>

#include "document/block/build_blocks.h"
#include "document/page/page_view.h"
#include "networks/networks.h"
#include "octavo/options.h"

namespace octavo {

struct PageParts {
  document::Page page;
  document::Layout layout;
  std::vector<document::Answer> answers;  // one a region
};

// From page to layout; analyze_layout, or what somebody has found already.
using FindLayout = std::function<Result<document::Layout>(const document::Page&)>;

// Fills in `layout` and `answers`; `parts.page` is of load_page. Errors: those of the stages.
Status take_apart(PageParts& parts, document::PageView& view, const ParseOptions& options,
                  Networks& networks, const FindLayout& find_layout);

// What is told of the page. `blocks` are those made of the parts; `read_otherwise`: characters of
// the text layer whose region somebody else has read.
PageInfo describe_page(const PageParts& parts, const std::vector<document::PageBlock>& blocks,
                       int read_otherwise = 0);

// Is there an error among them?
bool something_was_lost(const std::vector<Diagnostic>& diagnostics);

// Without spaces: of the text layer in `lines`; of a block with its captions and notes.
int visible_characters(const std::vector<document::TextLine>& lines);
int visible_characters(const Block& block);

}  // namespace octavo
