// What the two-step protocol passes from step to step: a block of the page as the model names and
// places it, and later its content. The page is the unit square here: the model answers in
// thousandths, and what the protocol decides from boxes must come out the same to the last bit.
// page_box() gives the box in points at the edge.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/layout/layout.h"
#include "octavo/document.h"

namespace octavo::document::protocol {

// The names the model writes, and a few that only callers with a layout of their own use.
enum class BlockType : uint8_t {
  kText,
  kTitle,
  kDocTitle,
  kParagraphTitle,
  kTable,
  kEquation,
  kFormulaNumber,
  kCode,
  kAlgorithm,
  kAsideText,
  kRefText,
  kIndex,
  kPhonetic,
  kListItem,
  kCaption,
  kTableCaption,
  kImageCaption,
  kCodeCaption,
  kFootnote,
  kTableFootnote,
  kImageFootnote,
  kHeader,
  kFooter,
  kPageNumber,
  kPageFootnote,
  kImage,
  kChart,
  kList,  // containers: their members stand beside them
  kImageBlock,
  kEquationBlock,
  kUnknown,
};
inline constexpr size_t kBlockTypes = static_cast<size_t>(BlockType::kUnknown) + 1;
std::string_view block_type_name(BlockType type);               // "text", "doc_title" ...
std::optional<BlockType> block_type_of(std::string_view name);  // exact, lower case

using UnitBox = Box<NormSpace, double>;

// A picture inside a table, which the model saw as a drawn code.
struct CoveredPicture {
  std::string code;    // four characters; "[code]" is what was drawn and what the answer may hold
  std::string source;  // what takes its place: the target of an <img>; empty: nothing does
  size_t block = 0;    // index of the picture's own block on the page
};

struct VlmBlock {
  BlockType type = BlockType::kText;
  UnitBox box;
  std::optional<int>
      angle;  // 0, 90, 180, 270: clockwise turn on the page; none: the model is silent
  bool merge_prev = false;  // kText: goes on from the text before it
  std::optional<std::string> content;
  std::string sub_type;                 // of an image or a chart: "natural_image", "bar" ...
  bool in_table = false;                // an image that was covered in a table's crop
  std::vector<CoveredPicture> covered;  // kTable

  // Not of the protocol, but kept with the block.
  std::optional<Table> table;  // kTable with content that has a grid
  std::string finish;          // VlmAnswer::finish, or "loop"; empty: the model was not asked
};

// Share of `inner` that lies in `outer`; 0 when `inner` has no area.
double covered_share(const UnitBox& inner, const UnitBox& outer);
// In points of a page of that size.
PointBox page_box(const UnitBox& box, float page_width, float page_height);

}  // namespace octavo::document::protocol
