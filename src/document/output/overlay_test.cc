#include "document/output/overlay.h"

#include <gtest/gtest.h>

#include <string>

#include "document/output/jpeg_pdf.h"
#include "document/output/test_document.h"

namespace octavo::document {
namespace {

bool is_white(const Image& image, int x, int y) {
  const uint8_t* p = image.pixel(x, y);
  return p[0] == 255 && p[1] == 255 && p[2] == 255;
}

TEST(Overlay, BoxesLieWhereTheBlocksAre) {
  // 600 x 800 points at one pixel a point.
  const Image page(600, 800, 3);
  const Document document =
      document_of({text_block(BlockKind::kText, "a", 0, {100, 200, 300, 260})});
  const Image image = draw_overlay(page, document, 0);
  ASSERT_EQ(image.width(), 600);
  EXPECT_GT(image.height(), 800) << "a legend below";
  // Two pixels of line around the box, a tint inside.
  for (const auto& [x, y] : {std::pair(98, 230), {301, 230}, {200, 198}, {200, 261}, {200, 230}})
    EXPECT_FALSE(is_white(image, x, y)) << x << " " << y;
  for (const auto& [x, y] : {std::pair(302, 230), {200, 197}, {200, 262}})
    EXPECT_TRUE(is_white(image, x, y)) << x << " " << y;
}

TEST(Overlay, ScalesAndClips) {
  const Image page(300, 400, 1);  // half size, grey
  const Document document =
      document_of({text_block(BlockKind::kImage, "", 0, {-50, 700, 9000, 1e30F})});
  const Image image = draw_overlay(page, document, 0);
  EXPECT_EQ(image.channels(), 3);
  EXPECT_FALSE(is_white(image, 150, 360));
  EXPECT_TRUE(is_white(image, 150, 340));
}

TEST(Overlay, PageOfAnotherDocumentStaysClean) {
  const Image page(60, 80, 3);
  const Image image = draw_overlay(page, document_of({text_block(BlockKind::kText, "a")}), 5);
  EXPECT_EQ(image.height(), 80);
  EXPECT_TRUE(is_white(image, 10, 11));
}

TEST(JpegPdf, OffsetsPointAtTheObjects) {
  JpegPdf pdf;
  const std::vector<uint8_t> jpeg{0xFF, 0xD8, 0xFF, 0xD9};
  pdf.add_page(jpeg, 850, 1100, 0.72F);
  pdf.add_page(jpeg, 10, 20, 1);
  const std::vector<uint8_t> bytes = pdf.take();
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_TRUE(text.starts_with("%PDF-1.4\n"));
  EXPECT_TRUE(text.ends_with("%%EOF\n"));
  EXPECT_NE(text.find("/MediaBox [0 0 612.00 792.00]"), std::string::npos);
  EXPECT_NE(text.find("/Count 2 "), std::string::npos);
  const size_t table = std::stoul(text.substr(text.find("startxref\n") + 10));
  ASSERT_EQ(text.substr(table, 5), "xref\n");
  ASSERT_EQ(text.substr(table + 5, 4), "0 9\n");
  for (int object = 1; object < 9; ++object) {
    const size_t entry = table + 9 + 20 * static_cast<size_t>(object);
    const size_t offset = std::stoul(text.substr(entry, 10));
    EXPECT_EQ(text.substr(offset, 8), std::to_string(object) + " 0 obj\n");
    EXPECT_EQ(text.substr(entry + 10, 10), " 00000 n \n");
  }
}

// A source of white pages; the second cannot be rendered.
class WhiteSource : public PageSource {
 public:
  int page_count() const override { return 2; }
  SourceFacts facts() const override { return {}; }
  Result<PageContent> content(int, Diagnostics&) const override { return PageContent{}; }
  Result<Raster> render(int index, const RenderRequest& request, Diagnostics&) const override {
    if (index == 1) return Error{Code::kPageFailed, "no pixels", "", {}};
    const auto side = static_cast<int>(request.dpi);
    return Raster{.image = Image(side * 600 / 72, side * 800 / 72, 3)};
  }
};

TEST(Overlays, DrawEveryPageOrTheFirst) {
  const Document document = document_of({text_block(BlockKind::kText, "a")}, 2);
  const auto pdf = draw_overlays(WhiteSource(), document, {});
  ASSERT_TRUE(pdf.ok());
  EXPECT_NE(std::string(pdf->begin(), pdf->end()).find("/Count 2 "), std::string::npos);
  const auto png = draw_overlays(WhiteSource(), document, {.format = OverlayFormat::kPng});
  ASSERT_TRUE(png.ok());
  EXPECT_EQ((*png)[1], 'P');
  CancelFlag cancel;
  cancel.set();
  EXPECT_EQ(draw_overlays(WhiteSource(), document, {.cancel = &cancel}).error().code,
            Code::kCancelled);
  EXPECT_EQ(draw_overlays(WhiteSource(), document_of({}, 0), {}).error().code,
            Code::kInvalidArgument);
}

}  // namespace
}  // namespace octavo::document
