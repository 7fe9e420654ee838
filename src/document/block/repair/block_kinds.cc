#include "document/block/repair/block_kinds.h"

#include "document/layout/vlm/to_layout.h"

namespace octavo::document::protocol {

namespace {

BlockKind block_kind_of(BlockType type) {
  switch (type) {
    case BlockType::kTitle:
    case BlockType::kDocTitle:
    case BlockType::kParagraphTitle:
      return BlockKind::kTitle;
    case BlockType::kTable:
      return BlockKind::kTable;
    case BlockType::kEquation:
    case BlockType::kEquationBlock:
      return BlockKind::kEquation;
    case BlockType::kCode:
    case BlockType::kAlgorithm:
      return BlockKind::kCode;
    case BlockType::kAsideText:
      return BlockKind::kAside;
    case BlockType::kRefText:
      return BlockKind::kReference;
    case BlockType::kIndex:
      return BlockKind::kIndex;
    case BlockType::kHeader:
      return BlockKind::kHeader;
    case BlockType::kFooter:
      return BlockKind::kFooter;
    case BlockType::kPageNumber:
      return BlockKind::kPageNumber;
    case BlockType::kPageFootnote:
      return BlockKind::kPageFootnote;
    case BlockType::kImage:
    case BlockType::kImageBlock:
      return BlockKind::kImage;
    case BlockType::kChart:
      return BlockKind::kChart;
    case BlockType::kList:
      return BlockKind::kList;
    default:
      return BlockKind::kText;
  }
}

}  // namespace

Kinds kinds_of(BlockType type) { return {block_kind_of(type), region_kind_of(type)}; }

bool is_main(BlockKind kind) {
  return kind == BlockKind::kTable || kind == BlockKind::kImage || kind == BlockKind::kChart ||
         kind == BlockKind::kCode;
}

}  // namespace octavo::document::protocol
