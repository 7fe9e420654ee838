#include "document/block/repair/block_kinds.h"

namespace octavo::document::protocol {

Kinds kinds_of(BlockType type) {
  switch (type) {
    case BlockType::kTitle:
    case BlockType::kDocTitle:
    case BlockType::kParagraphTitle:
      return {BlockKind::kTitle, RegionKind::kTitle};
    case BlockType::kTable:
      return {BlockKind::kTable, RegionKind::kTable};
    case BlockType::kEquation:
    case BlockType::kEquationBlock:
      return {BlockKind::kEquation, RegionKind::kEquation};
    case BlockType::kCode:
    case BlockType::kAlgorithm:
      return {BlockKind::kCode, RegionKind::kCode};
    case BlockType::kAsideText:
      return {BlockKind::kAside, RegionKind::kAside};
    case BlockType::kRefText:
      return {BlockKind::kReference, RegionKind::kReference};
    case BlockType::kIndex:
      return {BlockKind::kIndex, RegionKind::kList};
    case BlockType::kCaption:
    case BlockType::kTableCaption:
    case BlockType::kImageCaption:
    case BlockType::kCodeCaption:
      return {BlockKind::kText, RegionKind::kCaption};
    case BlockType::kHeader:
      return {BlockKind::kHeader, RegionKind::kHeader};
    case BlockType::kFooter:
      return {BlockKind::kFooter, RegionKind::kFooter};
    case BlockType::kPageNumber:
      return {BlockKind::kPageNumber, RegionKind::kPageNumber};
    case BlockType::kPageFootnote:
      return {BlockKind::kPageFootnote, RegionKind::kFootnote};
    case BlockType::kImage:
    case BlockType::kImageBlock:
      return {BlockKind::kImage, RegionKind::kFigure};
    case BlockType::kChart:
      return {BlockKind::kChart, RegionKind::kChart};
    case BlockType::kList:
      return {BlockKind::kList, RegionKind::kList};
    default:
      return {BlockKind::kText, RegionKind::kText};
  }
}

bool is_main(BlockKind kind) {
  return kind == BlockKind::kTable || kind == BlockKind::kImage || kind == BlockKind::kChart ||
         kind == BlockKind::kCode;
}

}  // namespace octavo::document::protocol
