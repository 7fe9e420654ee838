#include "document/block/repair/finish_blocks.h"

#include <algorithm>

#include "document/block/repair/equation_blocks.h"
#include "document/block/repair/equation_rules.h"
#include "document/block/repair/inline_math.h"
#include "document/block/repair/picture_answer.h"
#include "document/block/repair/read_table_answer.h"
#include "document/block/repair/table_marks.h"
#include "document/block/repair/text_rules.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kNonText = "[Non-Text]";

bool has_content(const VlmBlock& block) { return block.content && !block.content->empty(); }

// The cells' text without codes of covered pictures, formulas as runs of their own.
void finish_cells(Table& table, const PictureCodes& codes) {
  for (TableCell& cell : table.cells)
    if (!cell.content.empty()) cell.content = read_inlines(strip(codes.drop(cell.content[0].text)));
}

void finish_table(VlmBlock& block, TableAnswer answer, const FinishOptions& options) {
  const PictureCodes codes(block.covered);
  std::string html = codes.show(answer.html);
  block.content = options.mark_formulas ? mark_formulas(html) : std::move(html);
  block.table = std::move(answer.table);
  if (block.table) finish_cells(*block.table, codes);
}

// What the model says a picture is decides what the block becomes.
void finish_picture(VlmBlock& block, const FinishOptions& options) {
  PictureAnswer answer = read_picture_answer(*block.content);
  if (answer.kind == "pure_table") {
    block.type = BlockType::kTable;
    finish_table(block, read_pictured_table(answer.content), options);
  } else if (answer.kind == "pure_formula") {
    block.type = BlockType::kEquation;
    block.content = std::move(answer.content);
  } else if (answer.kind == "chart") {
    block.type = BlockType::kChart;
    block.sub_type = std::move(answer.sub_kind);
    block.content = std::move(answer.content);
  } else {
    const bool describe = answer.kind == "natural_image" || answer.content.empty();
    block.type = BlockType::kImage;
    block.sub_type = std::move(answer.kind);
    block.content = std::move(describe ? answer.caption : answer.content);
  }
}

bool is_picture(BlockType type) { return type == BlockType::kImage || type == BlockType::kChart; }

// False when the block goes: the model saw no text where text was expected.
bool keep_without_text(VlmBlock& block) {
  if (!block.content || strip(*block.content) != kNonText) return true;
  switch (block.type) {
    case BlockType::kHeader:
    case BlockType::kFooter:
      block.content = "";
      return true;
    case BlockType::kImage:
    case BlockType::kChart:
    case BlockType::kTable:
    case BlockType::kEquation:
    case BlockType::kList:
    case BlockType::kImageBlock:
    case BlockType::kEquationBlock:
      return true;
    default:
      return false;
  }
}

bool is_paratext(BlockType type) {
  return type == BlockType::kHeader || type == BlockType::kFooter ||
         type == BlockType::kPageNumber || type == BlockType::kAsideText ||
         type == BlockType::kPageFootnote || type == BlockType::kUnknown;
}

bool is_covered_image(const VlmBlock& block) {
  return block.type == BlockType::kImage && block.in_table;
}

}  // namespace

std::vector<VlmBlock> finish_blocks(std::vector<VlmBlock> blocks, const FinishOptions& options) {
  for (VlmBlock& block : blocks) {
    if (block.type == BlockType::kTable && has_content(block))
      finish_table(block, read_table_answer(*block.content), options);
    else if (is_picture(block.type) && has_content(block))
      finish_picture(block, options);
    if (block.type == BlockType::kListItem) block.type = BlockType::kText;
  }
  std::erase_if(blocks, [](VlmBlock& block) { return !keep_without_text(block); });
  if (options.simple) {
    std::erase_if(blocks, is_covered_image);
    return blocks;
  }

  for (VlmBlock& block : blocks) {
    if (!has_content(block)) continue;
    if (block.type == BlockType::kEquation) block.content = repair_equation(*block.content);
    if (block.type == BlockType::kText) block.content = repair_text(*block.content);
  }
  if (options.merge_equations) blocks = merge_equation_blocks(std::move(blocks));
  for (VlmBlock& block : blocks)
    if (block.type == BlockType::kEquation && has_content(block))
      block.content = bracket_equation(*block.content);
  std::erase_if(blocks, [&](const VlmBlock& block) {
    return block.type == BlockType::kEquationBlock || is_covered_image(block) ||
           (options.drop_lists && block.type == BlockType::kList) ||
           (options.drop_paratext && is_paratext(block.type));
  });
  return blocks;
}

}  // namespace octavo::document::protocol
