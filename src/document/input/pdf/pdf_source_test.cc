#include "document/input/pdf/pdf_source.h"

#include <test_places.h>

#include <thread>

#include "base/file.h"
#include "document/input/pdf/pdfium.h"
#include "tests/support/opened_pdf.h"

namespace octavo::document {
namespace {

using testing::open_bytes;
using testing::OpenedPdf;
using testing::pdf_text;
using testing::PdfBuilder;
using testing::pdfium_path;
using testing::PdfPage;
using testing::visible_codes;

MappedFile fixture(const std::string& name) {
  auto file = MappedFile::open(OCTAVO_SOURCE_DIR "/tests/fixtures/pdf/" + name, 1 << 20);
  EXPECT_TRUE(file.ok()) << name;
  return std::move(file).value();
}

Code code_of(std::span<const uint8_t> bytes, const std::string& password = "") {
  auto opened = open_bytes(bytes, password);
  EXPECT_FALSE(opened.ok());
  if (opened.ok()) return Code::kInternal;
  EXPECT_FALSE(opened.error().hint.empty());
  return opened.error().code;
}

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

TEST(Pdfium, SaysWhatIsMissingAndWhatToRun) {
  for (const char* path : {"", "/nowhere/libpdfium.so", "/etc/passwd"}) {
    auto library = Pdfium::load(path);
    ASSERT_FALSE(library.ok()) << path;
    EXPECT_EQ(library.error().code, Code::kModelMissing);
    EXPECT_NE(library.error().what.find(path), std::string::npos);
    EXPECT_NE(library.error().hint.find("./dev setup"), std::string::npos);
  }
}

TEST(Pdfium, IsLoadedOnce) {
  auto first = Pdfium::load(pdfium_path());
  auto second = Pdfium::load(pdfium_path());
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(*first, *second);
}

TEST(OpenPdf, RefusesWhatIsNoPdf) {
  EXPECT_EQ(code_of(bytes_of("only text, called .pdf")), Code::kFileCorrupted);
  EXPECT_EQ(code_of(bytes_of("%PDF-1.7\n")), Code::kFileCorrupted);
  EXPECT_EQ(code_of({}), Code::kFileCorrupted);
  EXPECT_EQ(code_of(PdfBuilder().bytes()), Code::kFileCorrupted);  // no pages
}

// cases/README row 14.
TEST(OpenPdf, TellsAMissingPasswordFromAWrongOne) {
  for (const char* name : {"locked_rc4.pdf", "locked_aes.pdf"}) {
    const MappedFile file = fixture(name);
    auto missing = open_bytes(file.bytes());
    auto wrong = open_bytes(file.bytes(), "nonsense");
    ASSERT_FALSE(missing.ok() || wrong.ok()) << name;
    EXPECT_EQ(missing.error().code, Code::kFileEncrypted);
    EXPECT_EQ(wrong.error().code, Code::kFileEncrypted);
    EXPECT_NE(missing.error().what, wrong.error().what);
    auto right = open_bytes(file.bytes(), "secret");
    ASSERT_TRUE(right.ok()) << name;
    Diagnostics diagnostics;
    auto content = (*right)->content(0, diagnostics);
    ASSERT_TRUE(content.ok());
    EXPECT_EQ(visible_codes(*content).substr(0, 8), U"Thispage");
  }
}

TEST(OpenPdf, AnOwnerPasswordAloneDoesNotLock) {
  const MappedFile file = fixture("owner_aes.pdf");
  EXPECT_TRUE(open_bytes(file.bytes()).ok());
}

// Row 15: PDFium rebuilds what it can.
TEST(OpenPdf, RepairsADamagedCrossReference) {
  const std::vector<uint8_t> good = PdfBuilder().page(pdf_text(72, 700, 12, "still here")).bytes();
  std::string wrong_start(good.begin(), good.end());
  wrong_start.replace(wrong_start.find("startxref\n") + 10, 3, "999");
  std::string no_end(good.begin(), good.end());
  no_end.resize(no_end.find("startxref"));
  std::string junk_before = std::string(300, '#') + std::string(good.begin(), good.end());
  for (const std::string& damaged : {wrong_start, no_end, junk_before}) {
    const std::vector<uint8_t> bytes = bytes_of(damaged);
    auto opened = open_bytes(bytes);
    ASSERT_TRUE(opened.ok());
    Diagnostics diagnostics;
    auto content = (*opened)->content(0, diagnostics);
    ASSERT_TRUE(content.ok());
    EXPECT_EQ(visible_codes(*content), U"stillhere");
  }
}

TEST(OpenPdf, EveryTruncationOpensOrFailsCleanly) {
  const std::vector<uint8_t> good = PdfBuilder().page(pdf_text(72, 700, 12, "cut")).bytes();
  for (size_t size = 0; size < good.size(); size += 7) {
    auto opened = open_bytes(std::span(good).first(size));
    if (!opened.ok()) {
      EXPECT_EQ(opened.error().code, Code::kFileCorrupted);
      continue;
    }
    Diagnostics diagnostics;
    auto content = (*opened)->content(0, diagnostics);
    if (!content.ok()) {
      EXPECT_EQ(content.error().code, Code::kPageFailed);
    }
  }
}

TEST(PdfSource, AMissingPageFailsAloneAndNamesItself) {
  PdfBuilder builder;
  builder.page(pdf_text(72, 700, 12, "first"));
  builder.page(pdf_text(72, 700, 12, "second"));
  builder.set(builder.page_object(1), "null");
  OpenedPdf pdf(builder);
  EXPECT_EQ(visible_codes(pdf.content(0)), U"first");
  auto second = pdf.source->content(1, pdf.diagnostics);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kPageFailed);
  EXPECT_EQ(second.error().place.page, 1);
  auto raster = pdf.source->render(1, {}, pdf.diagnostics);
  EXPECT_FALSE(raster.ok());
  EXPECT_FALSE(pdf.source->content(2, pdf.diagnostics).ok());
  EXPECT_FALSE(pdf.source->content(-1, pdf.diagnostics).ok());
}

TEST(PdfSource, PagesOnlyPromisedAfterTheLastAreLeftOutAndReported) {
  PdfBuilder builder;
  for (int i = 0; i < 4; ++i) builder.page(pdf_text(72, 700, 12, "page"));
  builder.set(builder.page_object(1), "null");
  builder.set(builder.page_object(3), "null");
  OpenedPdf pdf(builder);
  EXPECT_EQ(pdf.source->page_count(), 3);  // the second stays: it has others behind it
  EXPECT_FALSE(pdf.source->content(1, pdf.diagnostics).ok());
  ASSERT_TRUE(pdf.source->content(2, pdf.diagnostics).ok());
  EXPECT_TRUE(pdf.reported("pages_missing"));
}

// Row 3: the same page four times, turned by /Rotate; every box lies where a reader sees it.
TEST(PdfSource, TurnedPagesAreTheSamePageInAnotherFrame) {
  PdfBuilder builder;
  for (const int degrees : {0, 90, 180, 270})
    builder.page({.content = pdf_text(100, 700, 20, "Hi") + "50 600 200 1 re f\n",
                  .extra = "/Rotate " + std::to_string(degrees)});
  OpenedPdf pdf(builder);
  const PageContent upright = pdf.content(0);
  EXPECT_EQ(upright.width, 612);
  EXPECT_EQ(upright.height, 792);
  ASSERT_EQ(upright.glyphs.size(), 2u);
  EXPECT_NEAR(upright.glyphs[0].origin_x, 100, 0.01);
  EXPECT_NEAR(upright.glyphs[0].origin_y, 92, 0.01);
  ASSERT_EQ(upright.rules.size(), 1u);
  EXPECT_NEAR(upright.rules[0].box.y0, 191, 0.01);
  const PointBox ink = upright.glyphs[0].box;

  const PageContent quarter = pdf.content(1);
  EXPECT_EQ(quarter.width, 792);
  EXPECT_EQ(quarter.height, 612);
  EXPECT_NEAR(quarter.glyphs[0].angle, 90, 0.01);
  EXPECT_NEAR(quarter.glyphs[0].origin_x, 792 - 92, 0.01);
  EXPECT_NEAR(quarter.glyphs[0].origin_y, 100, 0.01);
  EXPECT_NEAR(quarter.glyphs[0].box.x0, 792 - ink.y1, 0.01);
  EXPECT_NEAR(quarter.glyphs[0].box.y1, ink.x1, 0.01);
  EXPECT_NEAR(quarter.glyphs[0].advance, upright.glyphs[0].advance, 0.01);
  EXPECT_FALSE(quarter.rules[0].horizontal);

  const PageContent half = pdf.content(2);
  EXPECT_NEAR(half.glyphs[0].angle, 180, 0.01);
  EXPECT_NEAR(half.glyphs[0].origin_x, 512, 0.01);
  EXPECT_NEAR(half.glyphs[0].origin_y, 700, 0.01);

  const PageContent three = pdf.content(3);
  EXPECT_NEAR(three.glyphs[0].angle, 270, 0.01);
  EXPECT_NEAR(three.glyphs[0].origin_x, 92, 0.01);
  EXPECT_NEAR(three.glyphs[0].origin_y, 512, 0.01);
}

// Row 4.
TEST(PdfSource, BoxesAreRelativeToTheCropBox) {
  PdfBuilder builder;
  builder.page({.content = pdf_text(60, 400, 12, "inside") + pdf_text(-40, 700, 12, "MARK"),
                .extra = "/MediaBox [-56.5 -58.25 576 723] /CropBox [1.1 -0.65 518.7 665.7]"});
  OpenedPdf pdf(builder);
  const PageContent content = pdf.content();
  EXPECT_NEAR(content.width, 517.6, 0.01);
  EXPECT_NEAR(content.height, 666.35, 0.01);
  EXPECT_EQ(visible_codes(content), U"inside");
  EXPECT_NEAR(content.glyphs[0].origin_x, 58.9, 0.01);
  EXPECT_NEAR(content.glyphs[0].origin_y, 265.7, 0.01);
}

// Row 15: one document, sixteen threads.
TEST(PdfSource, ThreadsGetEqualResults) {
  OpenedPdf pdf(PdfBuilder().page(pdf_text(72, 700, 12, "many hands")));
  std::vector<std::thread> threads;
  std::vector<std::u32string> seen(16);
  for (size_t i = 0; i < seen.size(); ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 4; ++round) {
        Diagnostics diagnostics;
        auto content = pdf.source->content(0, diagnostics);
        auto raster = pdf.source->render(0, {.dpi = 20}, diagnostics);
        if (content.ok() && raster.ok()) seen[i] = visible_codes(*content);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::u32string& codes : seen) EXPECT_EQ(codes, U"manyhands");
}

}  // namespace
}  // namespace octavo::document
