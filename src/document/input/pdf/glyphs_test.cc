#include "document/input/pdf/glyphs.h"

#include "tests/support/opened_pdf.h"

namespace octavo::document {
namespace {

using testing::codes_of;
using testing::OpenedPdf;
using testing::pdf_ref;
using testing::pdf_text;
using testing::pdf_text_matrix;
using testing::pdf_to_unicode;
using testing::PdfBuilder;
using testing::visible_codes;

// A Type 1 font without embedded program whose codes from 'A' on mean `characters`.
int mapped_font(PdfBuilder& builder, std::u32string_view characters) {
  const int map = builder.stream("", pdf_to_unicode('A', characters));
  return builder.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode " +
                        pdf_ref(map) + " >>");
}

TEST(ReadGlyphs, GivesPlaceSizeFontAndColour) {
  OpenedPdf pdf(PdfBuilder().page("1 0 0 rg " + pdf_text(72, 700, 12, "Ab", 3)));
  const PageContent content = pdf.content();
  ASSERT_EQ(content.glyphs.size(), 2u);
  const Glyph& glyph = content.glyphs[0];
  EXPECT_EQ(glyph.code, U'A');
  EXPECT_FLOAT_EQ(glyph.size, 12);
  EXPECT_EQ(glyph.color, 0xFF0000u);
  EXPECT_EQ(glyph.angle, 0);
  EXPECT_NEAR(glyph.advance, 0.722 * 12, 0.01);  // Times-Roman A
  EXPECT_NEAR(content.glyphs[1].origin_x, 72 + 0.722 * 12, 0.01);
  EXPECT_NEAR(glyph.box.y0, 92 - 0.67 * 12, 0.3);  // as high as a capital
  EXPECT_NEAR(glyph.box.y1, 92, 0.3);              // stands on the baseline
  EXPECT_LE(glyph.loose.y0, glyph.box.y0 + 1);
  ASSERT_LT(glyph.font, content.fonts.size());
  EXPECT_EQ(content.fonts[glyph.font].name, "Times-Roman");
  EXPECT_TRUE(content.fonts[glyph.font].serif);
  EXPECT_NEAR(content.fonts[glyph.font].space, 0.25, 0.001);
}

TEST(ReadGlyphs, TheMatrixCountsForTheSize) {
  OpenedPdf pdf(PdfBuilder().page(
      pdf_text_matrix("24 0 0 24 72 700", 1, "x") + pdf_text_matrix("0 10 -10 0 300 300", 1, "up") +
      "q 0.5 0 0 0.5 0 0 cm " + pdf_text(100, 200, 20, "half") + "Q\n"));
  const PageContent content = pdf.content();
  ASSERT_EQ(content.glyphs.size(), 7u);
  EXPECT_NEAR(content.glyphs[0].size, 24, 0.01);
  EXPECT_NEAR(content.glyphs[1].size, 10, 0.01);
  EXPECT_NEAR(content.glyphs[1].angle, 270, 0.01);  // runs up the page
  EXPECT_NEAR(content.glyphs[1].advance, 5.56, 0.01);
  EXPECT_NEAR(content.glyphs[3].size, 10, 0.01);
  EXPECT_NEAR(content.glyphs[3].origin_x, 50, 0.01);
}

TEST(ReadGlyphs, LeavesOutMadeUpSpacesAndKeepsReal) {
  OpenedPdf pdf(PdfBuilder().page("BT /F1 10 Tf 72 700 Td [(one) -600 (two)] TJ ( three) Tj ET"));
  std::u32string codes;
  for (const Glyph& glyph : pdf.content().glyphs) codes.push_back(glyph.code);
  EXPECT_EQ(codes, U"onetwo three");
}

TEST(ReadGlyphs, RestoresHyphensAtLineEnds) {
  // Row 6: PDFium calls the hyphen U+0002 because the word goes on.
  OpenedPdf pdf(PdfBuilder().page(pdf_text(72, 700, 12, "exam-") + pdf_text(72, 686, 12, "ple")));
  EXPECT_EQ(codes_of(pdf.content()), U"exam-ple");
}

TEST(ReadGlyphs, SoftHyphensThatArePaintedAreHyphens) {
  PdfBuilder builder;
  const int font = mapped_font(builder, U"a\u00AD");
  builder.page({.content = "BT /Own 12 Tf 72 700 Td (AB) Tj ET",
                .resources = "/Font << /Own " + pdf_ref(font) + " >>"});
  EXPECT_EQ(codes_of(OpenedPdf(builder).content()), U"a-");
}

TEST(ReadGlyphs, JoinsSurrogatePairs) {
  PdfBuilder builder;
  const int font = mapped_font(builder, U"\U0001D465=");
  builder.page({.content = "BT /Own 12 Tf 72 700 Td (AB) Tj ET",
                .resources = "/Font << /Own " + pdf_ref(font) + " >>"});
  EXPECT_EQ(codes_of(OpenedPdf(builder).content()), U"\U0001D465=");
}

TEST(ReadGlyphs, CodesWithoutMeaningAreZero) {
  // Row 7a: names that say nothing, in a font that is not embedded.
  PdfBuilder builder;
  const int font = builder.object(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Odd /Encoding << /Type /Encoding /Differences "
      "[1 /gid00043 /gid00044] >> >>");
  builder.page({.content = "BT /Own 12 Tf 72 700 Td (\\001\\002) Tj ET",
                .resources = "/Font << /Own " + pdf_ref(font) + " >>"});
  for (const char32_t code : codes_of(OpenedPdf(builder).content())) EXPECT_LT(code, 0x20u);
}

TEST(ReadGlyphs, PredefinedChineseCodesAreRead) {
  // Row 8: not embedded, no ToUnicode; B2 E2 is 测 in GBK, U+6D4B in UCS-2.
  PdfBuilder builder;
  const auto font = [&](const char* encoding) {
    const int descendant = builder.object(
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry "
        "(Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>");
    return builder.object(std::string("<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light "
                                      "/Encoding /") +
                          encoding + " /DescendantFonts [" + pdf_ref(descendant) + "] >>");
  };
  const int gbk = font("GBK-EUC-H"), ucs = font("UniGB-UCS2-H");
  builder.page({.content = "BT /Gbk 12 Tf 72 700 Td <D6D0CEC4B2E2CAD4> Tj ET "
                           "BT /Ucs 12 Tf 72 650 Td <4E2D65876D4B8BD5> Tj ET",
                .resources = "/Font << /Gbk " + pdf_ref(gbk) + " /Ucs " + pdf_ref(ucs) + " >>"});
  EXPECT_EQ(codes_of(OpenedPdf(builder).content()), U"中文测试中文测试");
}

TEST(ReadGlyphs, MadeUpBoldAndItalic) {
  OpenedPdf pdf(PdfBuilder().page(pdf_text(72, 700, 12, "p") + "2 Tr " +
                                  pdf_text(72, 680, 12, "b") + "0 Tr " +
                                  pdf_text_matrix("1 0 0.25 1 72 660", 12, "i")));
  const PageContent content = pdf.content();
  ASSERT_EQ(content.glyphs.size(), 3u);
  const auto font = [&](size_t i) { return content.fonts[content.glyphs[i].font]; };
  EXPECT_FALSE(font(0).bold || font(0).italic);
  EXPECT_TRUE(font(1).bold && !font(1).italic);
  EXPECT_TRUE(font(2).italic && !font(2).bold);
  EXPECT_EQ(content.glyphs[2].angle, 0);
}

TEST(ReadGlyphs, OverhangingInkIsNoAdvance) {
  // Times-Italic f: 0.278 wide, its ink from -0.147 to 0.424.
  OpenedPdf pdf(PdfBuilder().page(pdf_text(72, 700, 10, "of", 4)));
  const PageContent content = pdf.content();
  ASSERT_EQ(content.glyphs.size(), 2u);
  EXPECT_NEAR(content.glyphs[1].advance, 2.78, 0.05);
  EXPECT_NEAR(content.glyphs[1].origin_x, 77, 0.05);
}

TEST(ReadGlyphs, PiecesOfALigatureMoveThePenTogether) {
  PdfBuilder builder;
  const int map = builder.stream(
      "",
      "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> "
      "<00660066> endbfchar endcmap");
  const int font = builder.object(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode " + pdf_ref(map) + " >>");
  builder.page({.content = "BT /Own 10 Tf 72 700 Td (A) Tj ET",
                .resources = "/Font << /Own " + pdf_ref(font) + " >>"});
  const PageContent content = OpenedPdf(builder).content();
  EXPECT_EQ(codes_of(content), U"ff");
  ASSERT_EQ(content.glyphs.size(), 2u);
  EXPECT_NEAR(content.glyphs[0].advance, 6.67, 0.05);  // the glyph drawn is Helvetica's A
  EXPECT_NEAR(content.glyphs[1].advance, 6.67, 0.05);
}

TEST(ReadGlyphs, ReplacementTextIsSpreadOverItsGlyphs) {
  PdfBuilder builder;
  const std::string words =
      "/Span << /ActualText (abcd) >> BDC BT /F1 10 Tf 72 700 Td (xy) Tj ET EMC";
  const int form = builder.stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Resources << "
      "/Font << /F1 3 0 R >> >>",
      words);
  builder.page(words);
  builder.page({.content = "q 1 0 0 1 100 0 cm /Fm Do Q",
                .resources = "/XObject << /Fm " + pdf_ref(form) + " >>"});
  OpenedPdf pdf(builder);
  for (const int page : {0, 1}) {
    const PageContent content = pdf.content(page);
    EXPECT_EQ(codes_of(content), U"abcd");
    ASSERT_EQ(content.glyphs.size(), 4u);
    EXPECT_NEAR(content.glyphs[0].origin_x, 72 + 100 * page, 0.6);
    EXPECT_GT(content.glyphs[3].origin_x, content.glyphs[2].origin_x + 1);
    EXPECT_NEAR(content.glyphs[3].origin_y, 92, 0.01);
  }
}

TEST(ReadGlyphs, AgreesOnContentOrder) {
  // PDFium sorts text of one line by place; the file's own order is kept here.
  OpenedPdf pdf(
      PdfBuilder().page(pdf_text(300, 700, 12, "second") + pdf_text(72, 700, 12, "first")));
  EXPECT_EQ(codes_of(pdf.content()), U"secondfirst");
}

TEST(ReadGlyphs, StopsAtTheLimitAndSaysSo) {
  Limits limits;
  limits.max_glyphs_per_page = 5;
  OpenedPdf pdf(PdfBuilder().page(pdf_text(72, 700, 12, "many letters")), limits);
  EXPECT_EQ(pdf.content().glyphs.size(), 5u);
  EXPECT_TRUE(pdf.reported("glyphs_capped"));
}

// Row 10.
TEST(Visibility, TellsWhatNobodySees) {
  OpenedPdf pdf(PdfBuilder().page(
      pdf_text(72, 700, 12, "seen") + "3 Tr " + pdf_text(72, 680, 12, "mode") + "0 Tr 1 g " +
      pdf_text(72, 660, 12, "white") + "0 g " + pdf_text(72, 640, 1, "tiny") +
      pdf_text(700, 620, 12, "off") + pdf_text(72, 600, 12, "under") + "1 g 60 590 200 30 re f\n"));
  const PageContent content = pdf.content();
  EXPECT_EQ(visible_codes(content), U"seen");
  std::map<Visibility, int> counts;
  for (const Glyph& glyph : content.glyphs) ++counts[glyph.visibility];
  EXPECT_EQ(counts[Visibility::kInvisible], 4);
  EXPECT_EQ(counts[Visibility::kTiny], 4);
  EXPECT_EQ(counts[Visibility::kOffPage], 3);
  EXPECT_EQ(counts[Visibility::kCovered], 10);  // white, under
}

TEST(Visibility, SmallTextOnASmallSheetIsSeen) {
  PdfBuilder builder;
  builder.page(
      testing::PdfPage{.content = pdf_text(10, 100, 1.5f, "shrunk"), .width = 122, .height = 158});
  EXPECT_EQ(visible_codes(OpenedPdf(builder).content()), U"shrunk");
}

TEST(Visibility, WhiteOnDarkIsSeen) {
  OpenedPdf pdf(PdfBuilder().page("0 g 60 690 200 30 re f 1 g " + pdf_text(72, 700, 12, "light")));
  EXPECT_EQ(visible_codes(pdf.content()), U"light");
}

TEST(Visibility, TextPaintedAgainOnTopIsSeen) {
  OpenedPdf pdf(PdfBuilder().page("0 g " + pdf_text(72, 700, 12, "twice") +
                                  "0.9 g 60 690 200 30 re f 0 g " +
                                  pdf_text(72, 700, 12, "twice")));
  EXPECT_EQ(visible_codes(pdf.content()).substr(0, 5), U"twice");
}

TEST(Visibility, APictureWithAMaskHidesNothing) {
  PdfBuilder builder;
  const int mask = builder.gray_image(8, 8, 0);
  const int clear = builder.stream(
      "/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace "
      "/DeviceGray "
      "/SMask " +
          pdf_ref(mask),
      std::string(64, '\x80'));
  const int solid = builder.gray_image(8, 8, 128);
  const std::string draw = pdf_text(72, 700, 12, "stamped") + "q 300 0 0 100 50 650 cm /Im Do Q\n";
  builder.page({.content = draw, .resources = "/XObject << /Im " + pdf_ref(clear) + " >>"});
  builder.page({.content = draw, .resources = "/XObject << /Im " + pdf_ref(solid) + " >>"});
  OpenedPdf pdf(builder);
  EXPECT_EQ(visible_codes(pdf.content(0)), U"stamped");
  EXPECT_EQ(visible_codes(pdf.content(1)), U"");
}

}  // namespace
}  // namespace octavo::document
