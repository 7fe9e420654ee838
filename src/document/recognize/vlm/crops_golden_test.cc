// Crops and questions of made pages, as the reference prepares them.
#include <gtest/gtest.h>
#include <test_places.h>

#include <algorithm>
#include <sstream>

#include "base/sha256.h"
#include "document/crop/vlm/cover_pictures.h"
#include "document/crop/vlm/cut_crop.h"
#include "document/crop/vlm/plan_crops.h"
#include "document/layout/vlm/answer_text.h"
#include "document/recognize/vlm/ask.h"
#include "image/draw.h"
#include "tests/support/made_page.h"
#include "tests/support/protocol_goldens.h"

namespace octavo::document::protocol {
namespace {

constexpr int kSide = 1000;

std::vector<VlmBlock> read_blocks(std::istringstream& lines) {
  std::vector<VlmBlock> blocks;
  std::string kind, angle;
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  while (lines >> kind >> x0 >> y0 >> x1 >> y1 >> angle) {
    VlmBlock& block = blocks.emplace_back();
    block.type = block_type_of(kind).value();
    block.box = {x0 / 1000.0, y0 / 1000.0, x1 / 1000.0, y1 / 1000.0};
    if (angle != "-") block.angle = std::stoi(angle);
  }
  return blocks;
}

// The reference's golden has no letters on covered pictures: each is painted once more in the
// colour that its corner has.
Image without_letters(ImageView page, const std::vector<VlmBlock>& blocks, size_t index) {
  const VlmBlock& block = blocks[index];
  Image picture = cut_upright(page, block);
  for (const CoveredPicture& covered : block.covered) {
    const PixelBox place =
        place_in_table(blocks[covered.block].box, block, page.width, page.height);
    cover_picture(picture, place, covered.code);
    const uint8_t* corner = picture.pixel(std::clamp(place.x0, 0, picture.width() - 1),
                                          std::clamp(place.y0, 0, picture.height() - 1));
    fill_box(picture, {place.x0, place.y0, place.x1 + 1, place.y1 + 1},
             {corner[0], corner[1], corner[2]});
  }
  return fit_edges(std::move(picture));
}

std::string number(float value) {
  std::ostringstream out;
  out << value;
  return contains(out.str(), ".") ? out.str() : out.str() + ".0";
}

std::string prepare(const std::string& text) {
  std::istringstream lines(text);
  std::string word;
  int width = 0, height = 0;
  lines >> word >> width >> height;
  auto blocks = read_blocks(lines);
  static const Image whole = testing::made_page(kSide, kSide);
  const ImageView page = ImageView(whole).part({0, 0, width, height});
  std::vector<std::string> out;
  for (const size_t i : plan_crops(blocks, width, height)) {
    const Image picture = without_letters(page, blocks, i);
    if (blocks[i].covered.empty()) {
      const Image crop = cut_crop(page, blocks, i);
      EXPECT_TRUE(std::ranges::equal(picture.bytes(), crop.bytes()));
    }
    const VlmRequest request = content_request(blocks[i].type, picture);
    std::ostringstream line;
    line << i << ' ' << block_type_name(blocks[i].type) << ' ' << picture.width() << 'x'
         << picture.height() << ' ' << sha256_hex(picture.bytes()).substr(0, 16) << ' '
         << strip(request.prompt) << ' ' << number(request.sampling.presence_penalty) << ' '
         << number(request.sampling.frequency_penalty) << ' ' << blocks[i].covered.size();
    out.push_back(line.str());
  }
  for (const VlmBlock& block : blocks)
    out.push_back(std::string(block_type_name(block.type)) + (block.in_table ? " in table" : ""));
  return join(out, "\n");
}

TEST(Reference, Crops) {
  testing::expect_as_reference(std::string(OCTAVO_SOURCE_DIR) + "/tests/golden/protocol/crops.json",
                               300, prepare);
}

}  // namespace
}  // namespace octavo::document::protocol
