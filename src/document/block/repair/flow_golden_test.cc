// Whole pages: layout answer, crops, contents, finished blocks, each step on what the one before
// left.
#include <gtest/gtest.h>
#include <test_places.h>

#include <cmath>
#include <sstream>

#include "document/block/repair/finish_blocks.h"
#include "document/crop/vlm/cut_crop.h"
#include "document/crop/vlm/plan_crops.h"
#include "document/layout/vlm/answer_text.h"
#include "document/layout/vlm/parse_layout.h"
#include "document/recognize/vlm/ask.h"
#include "tests/support/made_page.h"
#include "tests/support/protocol_goldens.h"

namespace octavo::document::protocol {
namespace {

std::string shown(const VlmBlock& block) {
  std::ostringstream out;
  out << block_type_name(block.type);
  for (const double c : {block.box.x0, block.box.y0, block.box.x1, block.box.y1})
    out << ' ' << std::lround(c * 1000);
  out << ' ' << (block.angle ? std::to_string(*block.angle) : "None") << ' ';
  out << (block.type == BlockType::kText && block.merge_prev) << ' ' << block.sub_type << '\t';
  out << block.content.value_or("~");
  return out.str();
}

// See answer_flow in tools/reference/protocol_pages.py.
std::string run_page(const std::string& text) {
  std::istringstream head(text);
  std::string word;
  int width = 0, height = 0;
  head >> word >> width >> height;
  const size_t begin = text.find('\n') + 1, middle = text.find("\n==\n");
  const auto contents = split_at(std::string_view(text).substr(middle + 4), "\n--\n");
  auto blocks = parse_layout(std::string_view(text).substr(begin, middle - begin), 1000).blocks;
  static const Image whole = testing::made_page(1000, 1000);
  const ImageView page = ImageView(whole).part({0, 0, width, height});
  for (const size_t i : plan_crops(blocks, width, height)) {
    const Image crop = cut_crop(page, blocks, i);
    const size_t pick = i * 7 + static_cast<size_t>(crop.width() + crop.height());
    VlmAnswer answer;
    answer.text = contents[pick % contents.size()];
    answer.finish = "stop";
    take_answer(answer, blocks[i]);
  }
  std::vector<std::string> out;
  for (const VlmBlock& block : finish_blocks(std::move(blocks))) out.push_back(shown(block));
  return join(out, "\n");
}

TEST(Reference, WholePages) {
  testing::expect_as_reference(std::string(OCTAVO_SOURCE_DIR) + "/tests/golden/protocol/flow.json",
                               2000, run_page);
}

}  // namespace
}  // namespace octavo::document::protocol
