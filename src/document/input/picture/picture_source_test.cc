#include "document/input/picture/picture_source.h"

#include <gtest/gtest.h>
#include <tiff.h>

#include <thread>

#include "image/decode/testing.h"
#include "image/encode/encode.h"
#include "image/resize.h"

namespace octavo::document {
namespace {

using octavo::testing::difference;
using octavo::testing::File;
using octavo::testing::make_tiff;
using octavo::testing::sample_picture;
using octavo::testing::TiffPage;

std::unique_ptr<PageSource> open(const File& file, const Limits& limits = {}) {
  auto source = open_picture_source(file, limits);
  if (source.ok()) return std::move(source).value();
  ADD_FAILURE() << source.error().message();
  return nullptr;
}

Raster rendered(const PageSource& source, int page, const RenderRequest& request) {
  Diagnostics diagnostics(page);
  auto raster = source.render(page, request, diagnostics);
  if (raster.ok()) return std::move(raster).value();
  ADD_FAILURE() << raster.error().message();
  return {};
}

PageContent content_of(const PageSource& source, int page) {
  Diagnostics diagnostics(page);
  auto content = source.content(page, diagnostics);
  if (content.ok()) return std::move(content).value();
  ADD_FAILURE() << content.error().message();
  return {};
}

// A grey page of one level, 60 x 40 pixels.
TiffPage page_of(uint8_t level, float dpi = 0) {
  return {.width = 60,
          .height = 40,
          .photometric = 1,
          .compression = COMPRESSION_LZW,
          .rows_per_strip = 8,
          .dpi = dpi,
          .data = std::vector<uint8_t>(60 * 40, level)};
}

TEST(PictureSource, TellsPicturesFromOtherFiles) {
  EXPECT_TRUE(looks_like_picture(*encode_png(Image(1, 1, 1))));
  EXPECT_FALSE(looks_like_picture({}));
  EXPECT_FALSE(looks_like_picture(File{'%', 'P', 'D', 'F', '-'}));
  EXPECT_EQ(open_picture_source({}, {}).error().code, Code::kFileEmpty);
  EXPECT_EQ(open_picture_source(File{'%', 'P', 'D', 'F', '-'}, {}).error().code,
            Code::kFileTypeUnsupported);
}

TEST(PictureSource, OnePageAFrame) {
  const File file = make_tiff({page_of(10, 100), page_of(20), page_of(30, 300)});
  const auto source = open(file);
  ASSERT_EQ(source->page_count(), 3);
  EXPECT_FLOAT_EQ(content_of(*source, 0).width, 60 / 100.0F * 72);
  EXPECT_FLOAT_EQ(content_of(*source, 0).height, 40 / 100.0F * 72);
  EXPECT_FLOAT_EQ(content_of(*source, 1).width, 60 / 200.0F * 72);  // assumed
  const PageContent content = content_of(*source, 2);
  EXPECT_FLOAT_EQ(content.width, 60 / 300.0F * 72);
  EXPECT_TRUE(content.glyphs.empty());
  ASSERT_EQ(content.pictures.size(), 1U);
  EXPECT_EQ(content.pictures[0].pixel_width, 60);
  EXPECT_EQ(content.pictures[0].box, (PointBox{0, 0, content.width, content.height}));
  for (int page = 0; page < 3; ++page)
    EXPECT_EQ(rendered(*source, page, {.dpi = 72}).image.pixel(3, 3)[2], 10 * (page + 1));
}

TEST(PictureSource, RendersAtTheResolutionAskedForAndNeverAbove) {
  const Image picture = sample_picture(400, 200, 3);
  const File file = *encode_png(picture);  // 200 dpi assumed: 144 x 72 points
  const auto source = open(file);
  const Raster whole = rendered(*source, 0, {.dpi = 600});
  EXPECT_EQ(difference(whole.image, picture), 0);
  EXPECT_FLOAT_EQ(whole.dpi(), 200);
  EXPECT_EQ(whole.area, (PointBox{0, 0, 144, 72}));
  const Raster half = rendered(*source, 0, {.dpi = 100});
  EXPECT_EQ(difference(half.image, resize(picture, 200, 100, Filter::kBicubic)), 0);
  EXPECT_FLOAT_EQ(half.dpi(), 100);
  const Raster gray = rendered(*source, 0, {.dpi = 100, .gray = true});
  EXPECT_EQ(gray.image.channels(), 1);
  EXPECT_EQ(gray.image.width(), 200);
}

TEST(PictureSource, ClipTakesThePixelsItTouches) {
  const Image picture = sample_picture(400, 200, 3);
  const File file = *encode_png(picture);
  const auto source = open(file);
  // 10..20 points are pixels 27.8..55.6.
  const Raster part = rendered(*source, 0, {.dpi = 200, .clip = {10, 10, 20, 20}});
  EXPECT_EQ(difference(part.image, ImageView(picture).part({27, 27, 56, 56})), 0);
  EXPECT_FLOAT_EQ(part.area.x0, 27 / 200.0F * 72);
  EXPECT_FLOAT_EQ(part.area.x1, 56 / 200.0F * 72);
  const PixelBox back = part.to_pixels({10, 10, 20, 20});
  EXPECT_EQ(back, part.image.bounds());
  // Over the edge; a hair's breadth; outside.
  EXPECT_EQ(rendered(*source, 0, {.dpi = 200, .clip = {140, 60, 900, 900}}).image.width(),
            400 - 388);
  EXPECT_EQ(rendered(*source, 0, {.dpi = 200, .clip = {50, 50, 50.001F, 50.001F}}).image.width(),
            1);
  Diagnostics diagnostics;
  EXPECT_EQ(source->render(0, {.dpi = 200, .clip = {500, 500, 600, 600}}, diagnostics).error().code,
            Code::kPageFailed);
}

TEST(PictureSource, PixelLimitLowersTheResolutionAndSaysSo) {
  const File file = *encode_png(sample_picture(400, 200, 3));
  const auto source = open(file);
  Diagnostics diagnostics;
  const auto raster = source->render(0, {.dpi = 200, .max_pixels = 20'000}, diagnostics);
  ASSERT_TRUE(raster.ok());
  EXPECT_EQ(raster->image.width(), 200);
  EXPECT_FLOAT_EQ(raster->dpi(), 100);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "render_reduced");
}

TEST(PictureSource, FaxPixelsBecomeSquare) {
  TiffPage page = page_of(200, 200);
  File file = make_tiff({page});
  const auto source = open(file);
  EXPECT_EQ(rendered(*source, 0, {.dpi = 200}).image.height(), 40);
  page.dpi_y = 100;
  file = make_tiff({page});
  const auto fax = open(file);
  EXPECT_FLOAT_EQ(content_of(*fax, 0).height, 40 / 100.0F * 72);
  const Raster raster = rendered(*fax, 0, {.dpi = 300});
  EXPECT_EQ(raster.image.width(), 60);
  EXPECT_EQ(raster.image.height(), 80);
  EXPECT_FLOAT_EQ(raster.scale_x, raster.scale_y);
}

TEST(PictureSource, DecodingIsReportedOncePerList) {
  const File png = *encode_png(sample_picture(100, 80, 3));
  const File cut(png.begin(), png.begin() + static_cast<ptrdiff_t>(png.size() / 2));
  const auto source = open(cut);
  for (int list = 0; list < 2; ++list) {
    Diagnostics diagnostics(0);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(source->render(0, {.dpi = 72}, diagnostics).ok());
    ASSERT_EQ(diagnostics.list().size(), 1U);
    EXPECT_EQ(diagnostics.list()[0].id, "image_truncated");
    EXPECT_EQ(diagnostics.list()[0].page, 0);
  }
}

TEST(PictureSource, ABadSinglePictureIsABadFileAndABadFrameABadPage) {
  const File png = *encode_png(sample_picture(100, 80, 3));
  const File stump(png.begin(), png.begin() + 40);
  EXPECT_EQ(open_picture_source(stump, {}).error().code, Code::kFileCorrupted);
  Limits limits;
  limits.max_picture_pixels = 7999;
  EXPECT_EQ(open_picture_source(png, limits).error().code, Code::kLimitExceeded);

  std::vector<TiffPage> pages{page_of(10), page_of(20)};
  for (TiffPage& page : pages) page.compression = COMPRESSION_ADOBE_DEFLATE;
  File tiff = make_tiff(pages);
  // Five strips a page, each a zlib stream; the headers of the second page's are made nonsense.
  std::vector<size_t> streams;
  for (size_t i = 0; i + 1 < tiff.size(); ++i)
    if (tiff[i] == 0x78 && (tiff[i] << 8 | tiff[i + 1]) % 31 == 0) streams.push_back(i);
  ASSERT_EQ(streams.size(), 10U);
  for (size_t i = 5; i < 10; ++i) tiff[streams[i]] = 0;
  const auto source = open(tiff);
  EXPECT_EQ(rendered(*source, 0, {}).image.pixel(1, 1)[0], 10);
  Diagnostics diagnostics;
  const auto second = source->render(1, {}, diagnostics);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kPageFailed);
  EXPECT_EQ(second.error().place.page, 1);
  EXPECT_EQ(source->render(2, {}, diagnostics).error().code, Code::kInvalidArgument);
  EXPECT_EQ(source->content(-1, diagnostics).error().code, Code::kInvalidArgument);
  EXPECT_EQ(source->render(0, {.dpi = 0}, diagnostics).error().code, Code::kInvalidArgument);
}

TEST(PictureSource, LargePictureIsReducedToThePageLimit) {
  const Image picture = sample_picture(300, 200, 3);
  const File file = *encode_png(picture);
  Limits limits;
  limits.max_page_pixels = 15'000;
  const auto source = open(file, limits);
  EXPECT_FLOAT_EQ(content_of(*source, 0).width, 300 / 200.0F * 72);  // the page keeps its size
  EXPECT_EQ(content_of(*source, 0).pictures[0].pixel_width, 300);
  Diagnostics diagnostics;
  const auto raster = source->render(0, {.dpi = 200}, diagnostics);
  ASSERT_TRUE(raster.ok());
  EXPECT_EQ(raster->image.width(), 150);
  EXPECT_FLOAT_EQ(raster->dpi(), 100);
  EXPECT_FLOAT_EQ(raster->area.x1, 108);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_reduced");
}

TEST(PictureSource, TwoThreadsReadTheSamePixels) {
  std::vector<TiffPage> pages;
  for (int i = 0; i < 12; ++i) pages.push_back(page_of(static_cast<uint8_t>(i * 20)));
  const File file = make_tiff(pages);
  const auto source = open(file);
  const auto work = [&](int first) {
    for (int round = 0; round < 20; ++round)
      for (int page = first; page < 12; page += 2) {
        Diagnostics diagnostics(page);
        const auto raster = source->render(page, {.dpi = 100}, diagnostics);
        ASSERT_TRUE(raster.ok());
        ASSERT_EQ(raster->image.pixel(5, 5)[0], page * 20);
      }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
}

}  // namespace
}  // namespace octavo::document
