#include "document/output/furniture.h"

#include "base/utf8.h"

namespace octavo::document {

bool FurnitureFilter::prints(const Block& block) {
  if (!is_page_furniture(block.kind)) return true;
  if (policy_ == HeaderPolicy::kNone) return false;
  if (policy_ == HeaderPolicy::kAll) return true;
  if (block.kind == BlockKind::kPageNumber) return false;
  std::string key;
  for (const char32_t c : to_utf32(plain_text(block.content)))
    if (is_letter(c)) append_utf8(key, c);
  return seen_.insert(key).second;
}

}  // namespace octavo::document
