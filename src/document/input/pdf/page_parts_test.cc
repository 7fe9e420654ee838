// Drawings, links, forms, outline and pixels through open_pdf.
#include "tests/support/opened_pdf.h"

namespace octavo::document {
namespace {

using testing::OpenedPdf;
using testing::pdf_ref;
using testing::pdf_text;
using testing::PdfBuilder;
using testing::PdfPage;

TEST(Drawings, FormsAreOpenedWithTheirMatrices) {
  PdfBuilder builder;
  const int inner =
      builder.stream("/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Matrix [1 0 0 1 10 0]",
                     "0 0 100 0.5 re f");
  const int outer = builder.stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Resources << "
      "/XObject << /In " +
          pdf_ref(inner) + " >> >>",
      "q 2 0 0 2 0 0 cm /In Do Q");
  builder.page({.content = "q 1 0 0 1 50 100 cm /Out Do Q",
                .resources = "/XObject << /Out " + pdf_ref(outer) + " >>"});
  const PageContent content = OpenedPdf(builder).content();
  ASSERT_EQ(content.rules.size(), 1u);
  // (0 .. 100) + 10, doubled, + 50; y 100 from the bottom, a point high.
  EXPECT_NEAR(content.rules[0].box.x0, 70, 0.01);
  EXPECT_NEAR(content.rules[0].box.x1, 270, 0.01);
  EXPECT_NEAR(content.rules[0].box.y0, 691, 0.01);
  EXPECT_NEAR(content.rules[0].box.y1, 692, 0.01);
}

TEST(Drawings, PicturesAreClippedAndKnowTheirPixels) {
  PdfBuilder builder;
  const int image = builder.gray_image(40, 20, 100);
  builder.page({.content = "q 100 600 100 50 re W n 200 0 0 100 100 600 cm /Im Do Q",
                .resources = "/XObject << /Im " + pdf_ref(image) + " >>"});
  const PageContent content = OpenedPdf(builder).content();
  ASSERT_EQ(content.pictures.size(), 1u);
  EXPECT_EQ(content.pictures[0].pixel_width, 40);
  EXPECT_EQ(content.pictures[0].pixel_height, 20);
  EXPECT_NEAR(content.pictures[0].box.x1, 200, 0.01);
  EXPECT_NEAR(content.pictures[0].box.y0, 142, 0.01);
}

TEST(Drawings, ALimitIsReported) {
  std::string content;
  for (int i = 0; i < 30; ++i) content += "10 " + std::to_string(20 * i) + " 300 0.5 re f\n";
  Limits limits;
  limits.max_path_objects_per_page = 10;
  OpenedPdf pdf(PdfBuilder().page(content), limits);
  EXPECT_EQ(pdf.content().rules.size(), 10u);
  EXPECT_TRUE(pdf.reported("path_objects_capped"));
}

TEST(Links, AnnotationsAndAddressesInTheText) {
  PdfBuilder builder;
  builder.page(
      {.content =
           pdf_text(72, 700, 12, "here") + pdf_text(72, 500, 12, "see https://example.org/x now"),
       .extra =
           "/Annots [<< /Type /Annot /Subtype /Link /Rect [70 690 110 715] /A << /S /URI /URI "
           "(https://example.com/a) >> >> << /Type /Annot /Subtype /Link /Rect [70 590 110 615] "
           "/Dest [1 /XYZ 0 700 0] >>]"});
  builder.page(pdf_text(72, 700, 12, "target"));
  const PageContent content = OpenedPdf(builder).content();
  ASSERT_EQ(content.links.size(), 3u);
  EXPECT_EQ(content.links[0].url, "https://example.com/a");
  EXPECT_EQ(content.links[0].box, (PointBox{70, 77, 110, 102}));
  EXPECT_EQ(content.links[1].target_page, 1);
  EXPECT_TRUE(content.links[1].url.empty());
  EXPECT_EQ(content.links[2].url, "https://example.org/x");
}

TEST(Facts, InformationAndOutline) {
  PdfBuilder builder;
  builder.page(pdf_text(72, 700, 12, "one")).page(pdf_text(72, 700, 12, "two"));
  builder.info("/Title (On Lighthouses) /Author (A. Keeper)");
  const int outlines = builder.reserve(), first = builder.reserve(), child = builder.reserve(),
            loop = builder.reserve();
  builder.set(outlines,
              "<< /Type /Outlines /First " + pdf_ref(first) + " /Last " + pdf_ref(loop) + " >>");
  builder.set(first, "<< /Title (Start) /Parent " + pdf_ref(outlines) + " /Dest [" +
                         pdf_ref(builder.page_object(0)) + " /XYZ 0 692 0] /First " +
                         pdf_ref(child) + " /Last " + pdf_ref(child) + " /Next " + pdf_ref(loop) +
                         " >>");
  builder.set(child, "<< /Title (Inside) /Parent " + pdf_ref(first) + " /Dest [" +
                         pdf_ref(builder.page_object(1)) + " /Fit] >>");
  builder.set(
      loop, "<< /Title (Again) /Parent " + pdf_ref(outlines) + " /Next " + pdf_ref(first) + " >>");
  builder.catalog("/Outlines " + pdf_ref(outlines));
  const SourceFacts facts = OpenedPdf(builder).source->facts();
  EXPECT_EQ(facts.title, "On Lighthouses");
  EXPECT_EQ(facts.author, "A. Keeper");
  ASSERT_EQ(facts.outline.size(), 3u);
  EXPECT_EQ(facts.outline[0].title, "Start");
  EXPECT_EQ(facts.outline[0].level, 1);
  EXPECT_EQ(facts.outline[0].page, 0);
  EXPECT_FLOAT_EQ(facts.outline[0].y, 100);
  EXPECT_EQ(facts.outline[1].title, "Inside");
  EXPECT_EQ(facts.outline[1].level, 2);
  EXPECT_EQ(facts.outline[1].page, 1);
  EXPECT_EQ(facts.outline[1].y, -1);
  EXPECT_EQ(facts.outline[2].page, -1);
}

PdfBuilder form() {
  PdfBuilder builder;
  const int page = 8 + 1 + 4;  // catalog, tree, 5 fonts; 4 widgets, the content, then the page
  const std::string widget = "<< /Type /Annot /Subtype /Widget /F 4 /P " + pdf_ref(page) + " ";
  const int name = builder.object(widget +
                                  "/FT /Tx /T (name) /V (Ada Byron) /Rect [100 700 300 720] "
                                  "/DA (/F1 12 Tf 0 g) >>");
  const int on =
      builder.stream("/Type /XObject /Subtype /Form /BBox [0 0 12 12]", "0 0 12 12 re f");
  const int tick = builder.object(widget +
                                  "/FT /Btn /T (yes) /V /On /AS /On /Rect [100 650 112 662] "
                                  "/AP << /N << /On " +
                                  pdf_ref(on) + " >> >> >>");
  const int hidden = builder.object(
      "<< /Type /Annot /Subtype /Widget /F 2 /FT /Tx /T (h) /V (secret) "
      "/Rect [100 600 300 620] >>");
  const std::string all = pdf_ref(name) + " " + pdf_ref(tick) + " " + pdf_ref(hidden);
  builder.page({.content = pdf_text(72, 740, 12, "Form"), .extra = "/Annots [" + all + "]"});
  builder.catalog("/AcroForm << /Fields [" + all +
                  "] /DA (/Helv 12 Tf 0 g) /NeedAppearances true >>");
  return builder;
}

TEST(Forms, ValuesAndTicks) {
  const PageContent content = OpenedPdf(form()).content();
  ASSERT_EQ(content.fields.size(), 2u);
  EXPECT_EQ(content.fields[0].kind, FormField::Kind::kText);
  EXPECT_EQ(content.fields[0].name, "name");
  EXPECT_EQ(content.fields[0].value, "Ada Byron");
  EXPECT_EQ(content.fields[0].box, (PointBox{100, 72, 300, 92}));
  EXPECT_EQ(content.fields[1].kind, FormField::Kind::kCheckBox);
  EXPECT_TRUE(content.fields[1].checked);
}

int dark_pixels(const Raster& raster, const PointBox& box) {
  const PixelBox pixels = raster.to_pixels(box);
  int dark = 0;
  for (int y = pixels.y0; y < pixels.y1; ++y)
    for (int x = pixels.x0; x < pixels.x1; ++x) dark += raster.image.pixel(x, y)[0] < 128;
  return dark;
}

TEST(Render, DrawsFilledForms) {
  OpenedPdf pdf(form());
  auto raster = pdf.source->render(0, {.dpi = 72}, pdf.diagnostics);
  ASSERT_TRUE(raster.ok());
  EXPECT_GT(dark_pixels(*raster, {100, 72, 300, 92}), 20);   // the name
  EXPECT_GT(dark_pixels(*raster, {100, 130, 112, 142}), 5);  // the tick
  EXPECT_EQ(dark_pixels(*raster, {100, 172, 300, 192}), 0);  // hidden
}

TEST(Render, IsRedGreenBlueOnWhite) {
  OpenedPdf pdf(PdfBuilder().page("1 0 0 rg 100 600 100 100 re f"));
  auto raster = pdf.source->render(0, {.dpi = 144}, pdf.diagnostics);
  ASSERT_TRUE(raster.ok());
  EXPECT_EQ(raster->image.width(), 1224);
  EXPECT_EQ(raster->image.height(), 1584);
  EXPECT_FLOAT_EQ(raster->scale_x, 2);
  const uint8_t* inside = raster->image.pixel(300, 284);  // (150, 142) in points
  EXPECT_EQ(inside[0], 255);
  EXPECT_EQ(inside[1], 0);
  EXPECT_EQ(inside[2], 0);
  EXPECT_EQ(raster->image.pixel(10, 10)[2], 255);
}

TEST(Render, APartIsTheSamePixelsAsInTheWhole) {
  OpenedPdf pdf(PdfBuilder().page(pdf_text(100, 600, 40, "Part") + "0 0 1 rg 90 590 5 60 re f"));
  auto whole = pdf.source->render(0, {.dpi = 100}, pdf.diagnostics);
  auto part = pdf.source->render(0, {.dpi = 100, .clip = {80, 140, 220, 210}}, pdf.diagnostics);
  ASSERT_TRUE(whole.ok() && part.ok());
  const PixelBox place = whole->to_pixels(part->area);
  ASSERT_EQ(place.width(), part->image.width());
  ASSERT_EQ(place.height(), part->image.height());
  int differences = 0;
  for (int y = 0; y < place.height(); ++y)
    for (int x = 0; x < 3 * place.width(); ++x)
      // Edges may be blended a shade differently; nothing may have moved.
      differences +=
          std::abs(part->image.row(y)[x] - whole->image.row(place.y0 + y)[3 * place.x0 + x]) > 48;
  EXPECT_EQ(differences, 0);
  EXPECT_TRUE(part->area.contains(81, 141) && part->area.contains(219, 209));
}

TEST(Render, KeepsThePixelLimitAndSaysSo) {
  OpenedPdf pdf(PdfBuilder().page(
      PdfPage{.content = pdf_text(72, 700, 12, "x"), .width = 14400, .height = 14400}));
  auto raster = pdf.source->render(0, {.dpi = 150, .max_pixels = 1'000'000}, pdf.diagnostics);
  ASSERT_TRUE(raster.ok());
  EXPECT_LE(int64_t{raster->image.width()} * raster->image.height(), 1'000'000);
  EXPECT_GT(int64_t{raster->image.width()} * raster->image.height(), 900'000);
  EXPECT_LT(raster->dpi(), 6);
  EXPECT_TRUE(pdf.reported("render_reduced"));
}

TEST(Render, StopsAfterTooManyObjectsAndSaysSo) {
  std::string content;
  for (int i = 0; i < 3000; ++i) content += "10 10 100 100 re f\n";
  content += "400 600 100 100 re f\n";
  Limits limits;
  limits.max_path_objects_per_page = 4000;  // a quarter of that is drawn
  OpenedPdf pdf(PdfBuilder().page(content), limits);
  auto raster = pdf.source->render(0, {.dpi = 36}, pdf.diagnostics);
  ASSERT_TRUE(raster.ok());
  EXPECT_TRUE(pdf.reported("render_cut"));
  EXPECT_GT(dark_pixels(*raster, {10, 682, 110, 782}), 1000);
  EXPECT_EQ(dark_pixels(*raster, {400, 92, 500, 192}), 0);
  OpenedPdf whole{PdfBuilder().page(content)};
  auto all = whole.source->render(0, {.dpi = 36}, whole.diagnostics);
  ASSERT_TRUE(all.ok());
  EXPECT_FALSE(whole.reported("render_cut"));
  EXPECT_GT(dark_pixels(*all, {400, 92, 500, 192}), 1000);
}

TEST(Render, KeepsTheDeadline) {
  std::string content;
  for (int i = 0; i < 3000; ++i) content += "10 10 100 100 re f\n";
  OpenedPdf pdf(PdfBuilder().page(content));
  CancelFlag cancel;
  cancel.set();
  const Deadline cancelled(std::chrono::seconds(60), &cancel);
  auto raster = pdf.source->render(0, {.dpi = 36, .deadline = &cancelled}, pdf.diagnostics);
  ASSERT_FALSE(raster.ok());
  EXPECT_EQ(raster.error().code, Code::kCancelled);
  const Deadline past(std::chrono::milliseconds(0), nullptr);
  raster = pdf.source->render(0, {.dpi = 36, .deadline = &past}, pdf.diagnostics);
  ASSERT_FALSE(raster.ok());
  EXPECT_EQ(raster.error().code, Code::kPageTimeout);
}

TEST(Render, GreyHasOneChannel) {
  OpenedPdf pdf(PdfBuilder().page("0.5 g 0 0 612 792 re f"));
  auto raster = pdf.source->render(0, {.dpi = 36, .gray = true}, pdf.diagnostics);
  ASSERT_TRUE(raster.ok());
  EXPECT_EQ(raster->image.channels(), 1);
  EXPECT_NEAR(raster->image.pixel(100, 100)[0], 128, 2);
}

}  // namespace
}  // namespace octavo::document
