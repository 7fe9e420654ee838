// Any text as a model's layout answer: boxes lie on the page, none twice, and crops can be planned.
#include <string_view>

#include "base/check.h"
#include "document/crop/vlm/plan_crops.h"
#include "document/layout/vlm/parse_layout.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using octavo::document::protocol::VlmBlock;
  constexpr int kMaxBlocks = 500, kWidth = 300, kHeight = 400;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto layout = octavo::document::protocol::parse_layout(text, kMaxBlocks);
  OCTAVO_CHECK(layout.blocks.size() <= kMaxBlocks);
  for (const VlmBlock& block : layout.blocks) {
    OCTAVO_CHECK(!block.box.empty() && block.box.x0 >= 0 && block.box.x1 <= 1);
    OCTAVO_CHECK(block.box.y0 >= 0 && block.box.y1 <= 1);
  }
  const auto plan = octavo::document::protocol::plan_crops(layout.blocks, kWidth, kHeight);
  for (const size_t i : plan) {
    OCTAVO_CHECK(i < layout.blocks.size());
    for (const auto& covered : layout.blocks[i].covered)
      OCTAVO_CHECK(covered.block < layout.blocks.size() && covered.code.size() == 4);
  }
  return 0;
}
