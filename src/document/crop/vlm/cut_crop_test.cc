#include "document/crop/vlm/cut_crop.h"

#include <gtest/gtest.h>

#include "document/crop/vlm/cover_pictures.h"
#include "document/crop/vlm/plan_crops.h"

namespace octavo::document::protocol {
namespace {

VlmBlock block(BlockType type, UnitBox box) {
  VlmBlock made;
  made.type = type;
  made.box = box;
  return made;
}

TEST(CropBox, RoundsHalvesToEven) {
  EXPECT_EQ(crop_box({0.05, 0.15, 0.25, 0.35}, 10, 10), (PixelBox{0, 2, 2, 4}));
}

TEST(PlanCrops, LeavesContainersAndSmallPicturesOut) {
  std::vector<VlmBlock> blocks{block(BlockType::kList, {0, 0, 1, 1}),
                               block(BlockType::kText, {0, 0, 0.5, 0.1}),
                               block(BlockType::kImage, {0.1, 0.5, 0.19, 0.55}),
                               block(BlockType::kImage, {0.1, 0.5, 0.4, 0.9}),
                               block(BlockType::kImageCaption, {0.15, 0.8, 0.3, 0.85}),
                               block(BlockType::kText, {0.5, 0.5, 0.5004, 0.6})};
  EXPECT_EQ(plan_crops(blocks, 1000, 1000), (std::vector<size_t>{1, 3}));
  EXPECT_EQ(blocks.size(), 5u);  // the caption in the picture is gone
  EXPECT_EQ(plan_crops(blocks, 1000, 1000, {.read_pictures = false}), (std::vector<size_t>{1}));
  EXPECT_EQ(plan_crops(blocks, 1000, 1000, {.leave_out = {BlockType::kText}}),
            (std::vector<size_t>{3}));
}

TEST(PlanCrops, CoversPicturesInTables) {
  std::vector<VlmBlock> blocks{block(BlockType::kTable, {0, 0, 1, 1}),
                               block(BlockType::kImage, {0.5, 0.5, 0.9, 0.9}),
                               block(BlockType::kImage, {0.1, 0.1, 0.4, 0.4})};
  EXPECT_EQ(plan_crops(blocks, 200, 200), (std::vector<size_t>{0}));
  ASSERT_EQ(blocks[0].covered.size(), 2u);
  EXPECT_EQ(blocks[0].covered[0].block, 2u);  // from the top down
  EXPECT_EQ(blocks[0].covered[0].code.size(), 4u);
  EXPECT_NE(blocks[0].covered[0].code, blocks[0].covered[1].code);
  EXPECT_TRUE(blocks[1].in_table && blocks[2].in_table);

  Image page(200, 200, 3, 255);
  for (int y = 20; y < 80; ++y)
    for (int x = 20; x < 80; ++x) page.pixel(x, y)[0] = 0;
  const Image crop = cut_crop(page, blocks, 0);
  EXPECT_EQ(crop.pixel(22, 22)[0], 255);  // painted over in the page's white
  bool ink = false;
  for (int y = 20; y < 80; ++y)
    for (int x = 20; x < 80; ++x) ink = ink || crop.pixel(x, y)[1] == 0;
  EXPECT_TRUE(ink);  // and the code is written on it
}

TEST(CutCrop, UndoesTheTurn) {
  Image page(100, 100, 3, 255);
  page.pixel(40, 10)[0] = 0;  // the right end of the top line, when the text runs down
  VlmBlock turned = block(BlockType::kText, {0, 0, 0.41, 0.9});
  turned.angle = 90;
  const Image crop = cut_crop(page, {turned}, 0);
  EXPECT_EQ(crop.width(), 90);
  EXPECT_EQ(crop.height(), 41);
  EXPECT_EQ(crop.pixel(10, 0)[0], 0);
}

TEST(FitEdges, PadsAndEnlarges) {
  const Image strip = fit_edges(Image(2000, 10, 3, 0));
  EXPECT_EQ(strip.width(), 2000);
  EXPECT_EQ(strip.height(), 40);
  EXPECT_EQ(strip.pixel(0, 0)[0], 255);
  EXPECT_EQ(strip.pixel(0, 15)[0], 0);
  const Image dot = fit_edges(Image(7, 14, 3, 0));
  EXPECT_EQ(dot.width(), 28);
  EXPECT_EQ(dot.height(), 56);
  EXPECT_EQ(fit_edges(Image(30, 400, 3)).height(), 400);
}

}  // namespace
}  // namespace octavo::document::protocol
