#include "document/output/furniture.h"
#include "document/output/markdown_block.h"
#include "document/output/markdown_list.h"
#include "octavo/output.h"

namespace octavo {

std::string to_markdown(const Document& document, const MarkdownOptions& options) {
  document::FurnitureFilter furniture(options.headers);
  std::string out;
  const Block* previous = nullptr;
  for (const Block& block : document.blocks) {
    if (!furniture.prints(block)) continue;
    const std::string text = document::markdown_block(block, options);
    if (text.empty()) continue;
    if (previous != nullptr) out += "\n";
    if (previous != nullptr && document::numbering_would_run_on(previous->items, block.items))
      out += std::string(document::kListBreak) + "\n\n";
    out += text + "\n";
    previous = &block;
  }
  return out;
}

}  // namespace octavo
