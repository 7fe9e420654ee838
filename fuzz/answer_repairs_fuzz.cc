// Any text through every repair of answers: nothing breaks, whole characters stay whole, braces of
// a repaired equation are balanced.
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "document/block/repair/equation_rules.h"
#include "document/block/repair/finish_blocks.h"
#include "document/block/repair/mermaid.h"
#include "document/block/repair/text_rules.h"

namespace {

using octavo::document::protocol::BlockType;
using octavo::document::protocol::VlmBlock;

VlmBlock block(BlockType type, const std::string& content) {
  VlmBlock made;
  made.type = type;
  made.box = {0.1, 0.1, 0.9, 0.9};
  made.content = content;
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string equation = octavo::document::protocol::repair_equation(text);
  OCTAVO_CHECK(octavo::document::protocol::drop_lone_braces(equation) == equation);
  const std::string chart = octavo::document::protocol::repair_mermaid(text);
  const std::string words = octavo::document::protocol::repair_text(text);
  const auto blocks = octavo::document::protocol::finish_blocks(
      {block(BlockType::kImage, text),
       block(BlockType::kImage, "<|class_start|>chart<|class_end|>" + text),
       block(BlockType::kEquation, text), block(BlockType::kEquation, text),
       block(BlockType::kEquationBlock, ""), block(BlockType::kTable, text)});
  OCTAVO_CHECK(!blocks.empty());
  if (!octavo::is_valid_utf8(text)) return 0;
  OCTAVO_CHECK(octavo::is_valid_utf8(equation) && octavo::is_valid_utf8(chart) &&
               octavo::is_valid_utf8(words));
  for (const VlmBlock& finished : blocks)
    OCTAVO_CHECK(octavo::is_valid_utf8(finished.content.value_or("")));
  return 0;
}
