#include "pipeline/agreement.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/utf8.h"

namespace octavo {
namespace {

constexpr int kFewest = 20;  // letters and digits

using Counts = std::map<char32_t, int>;

// Letters, digits and ideographs; case and punctuation say nothing.
void count(const std::string& text, Counts& counts) {
  for (char32_t c : to_utf32(text)) {
    if (c >= U'A' && c <= U'Z') c += U'a' - U'A';
    const bool ascii = c < 0x80;
    const bool counted =
        ascii ? (c >= U'0' && c <= U'9') || (c >= U'a' && c <= U'z') : c >= 0xC0 && !is_space(c);
    if (counted) ++counts[c];
  }
}

void count(const document::PageBlock& page_block, Counts& counts) {
  const Block& block = page_block.block;
  count(plain_text(block.content), counts);
  for (const TableCell& cell : block.table.cells) count(plain_text(cell.content), counts);
  for (const ListItem& item : block.items) {
    count(item.marker, counts);
    count(plain_text(item.content), counts);
  }
  for (const Caption& caption : block.captions) count(plain_text(caption.content), counts);
  for (const Caption& note : block.footnotes) count(plain_text(note.content), counts);
}

}  // namespace

float shared_characters(const std::vector<document::TextLine>& lines,
                        const std::vector<document::PageBlock>& blocks) {
  Counts wanted, had;
  for (const document::TextLine& line : lines) count(document::text_of(line), wanted);
  for (const document::PageBlock& block : blocks) count(block, had);
  int all = 0, shared = 0;
  for (const auto& [character, number] : wanted) {
    all += number;
    if (const auto found = had.find(character); found != had.end())
      shared += std::min(number, found->second);
  }
  return all < kFewest ? 1 : static_cast<float>(shared) / static_cast<float>(all);
}

}  // namespace octavo
