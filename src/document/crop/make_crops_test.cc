#include "document/crop/make_crops.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

// A page of 100 x 200 points. Each pixel tells where it is: red the x in points, green the y.
class GradientSource : public PageSource {
 public:
  int page_count() const override { return 1; }
  SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override {
    PageContent content;
    content.width = 100;
    content.height = 200;
    return content;
  }
  Result<Raster> render(int, const RenderRequest& request, Diagnostics&) const override {
    ++renderings;
    const PointBox area = request.clip.empty() ? PointBox{0, 0, 100, 200} : request.clip;
    const float scale = request.dpi / 72;
    Raster raster;
    raster.area = area;
    raster.scale_x = raster.scale_y = scale;
    raster.image = Image(static_cast<int>(area.width() * scale + 0.5F),
                         static_cast<int>(area.height() * scale + 0.5F), 3);
    for (int y = 0; y < raster.image.height(); ++y)
      for (int x = 0; x < raster.image.width(); ++x) {
        raster.image.pixel(x, y)[0] = static_cast<uint8_t>(area.x0 + static_cast<float>(x) / scale);
        raster.image.pixel(x, y)[1] = static_cast<uint8_t>(area.y0 + static_cast<float>(y) / scale);
      }
    return raster;
  }
  mutable int renderings = 0;
};

class MakeCropsTest : public testing::Test {
 protected:
  void SetUp() override {
    page_.width = 100;
    page_.height = 200;
  }
  void add(RegionKind kind, PointBox box, int angle = 0, bool unread_line = false) {
    Region region;
    region.kind = kind;
    region.box = box;
    region.angle = angle;
    if (unread_line) {
      region.lines.push_back(static_cast<uint32_t>(page_.lines.size()));
      page_.lines.emplace_back();
      page_.lines.back().box = box;
    }
    layout_.regions.push_back(region);
  }
  std::vector<Crop> crops(const CropOptions& options = {.picture_dpi = 72}) {
    auto result = make_crops(page_, layout_, view_, options);
    EXPECT_TRUE(result.ok());
    return std::move(result).value();
  }

  Page page_;
  Layout layout_;
  Limits limits_;
  GradientSource source_;
  PageView view_{source_, 0, limits_, Deadline()};
};

TEST_F(MakeCropsTest, FigureIsCutWithAMargin) {
  add(RegionKind::kText, {10, 10, 90, 20});
  add(RegionKind::kFigure, {20, 30, 60, 70});
  const auto found = crops();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].region, 1u);
  EXPECT_EQ(found[0].task, Task::kKeepPicture);
  EXPECT_EQ(found[0].raster.image.width(), 44);
  EXPECT_EQ(found[0].raster.image.height(), 44);
  EXPECT_EQ(found[0].raster.image.pixel(0, 0)[0], 18);
  EXPECT_EQ(found[0].raster.image.pixel(0, 0)[1], 28);
}

TEST_F(MakeCropsTest, MarginStopsAtThePage) {
  add(RegionKind::kFigure, {0, 0, 100, 200});
  const auto found = crops();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].raster.image.width(), 100);
  EXPECT_EQ(found[0].raster.image.height(), 200);
}

TEST_F(MakeCropsTest, TableNeedsPixelsOnlyWhenUnread) {
  add(RegionKind::kTable, {10, 10, 90, 60});
  add(RegionKind::kTable, {10, 100, 90, 160}, 0, true);
  const auto found = crops();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].region, 1u);
  EXPECT_EQ(found[0].task, Task::kReadStructure);
}

TEST_F(MakeCropsTest, UnreadFormulaBecomesAPicture) {
  add(RegionKind::kEquation, {10, 10, 90, 30}, 0, true);
  EXPECT_EQ(crops().size(), 1u);
  EXPECT_TRUE(crops({.keep_pictures = false}).empty());
}

TEST_F(MakeCropsTest, TurnedFigureIsMadeUpright) {
  // The content was turned clockwise: its top is at the right. Turned back, the right edge is on
  // top.
  add(RegionKind::kFigure, {20, 30, 60, 110}, 90);
  const auto found = crops();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].raster.image.width(), 84);
  EXPECT_EQ(found[0].raster.image.height(), 44);
  EXPECT_EQ(found[0].raster.image.pixel(0, 0)[0], 61);  // x of the right edge
  EXPECT_EQ(found[0].raster.image.pixel(0, 0)[1], 28);  // y of the top
}

TEST_F(MakeCropsTest, ManyFiguresShareOneRendering) {
  for (int i = 0; i < 5; ++i)
    add(RegionKind::kFigure,
        {10, 10 + 30.0F * static_cast<float>(i), 40, 30 + 30.0F * static_cast<float>(i)});
  const auto found = crops();
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(source_.renderings, 1);
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].region, i);
    EXPECT_EQ(found[i].raster.image.pixel(0, 0)[1], 8 + 30 * static_cast<int>(i));
  }
}

TEST_F(MakeCropsTest, RegionsWithoutAreaAreLeftOut) {
  add(RegionKind::kFigure, {});
  add(RegionKind::kFigure, {-50, -50, -10, -10});
  EXPECT_TRUE(crops().empty());
}

}  // namespace
}  // namespace octavo::document
