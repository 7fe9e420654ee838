// Kinds and extents of regions on hand-made pages.
#include <gtest/gtest.h>

#include <algorithm>

#include "document/layout/test_page.h"

namespace octavo::document {
namespace {

using Regions = std::vector<std::string>;

const Region* find(const Layout& layout, RegionKind kind) {
  const auto it = std::find_if(layout.regions.begin(), layout.regions.end(),
                               [&](const Region& r) { return r.kind == kind; });
  return it == layout.regions.end() ? nullptr : &*it;
}

TEST(Regions, RuledTable) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  page.grid({60, 220, 380, 540}, {130, 150, 170, 190});
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      page.line(66 + 160.0F * static_cast<float>(c), 135 + 20.0F * static_cast<float>(r),
                "c" + std::to_string(r) + std::to_string(c));
  page.column(60, 210, 480, 4, "B");
  EXPECT_EQ(page.regions(),
            (Regions{"text: A1 A2 A3 A4", "table: c00 c01 c02 c10 c11 c12 c20 c21 c22",
                     "text: B1 B2 B3 B4"}));
  const Layout layout = page.analyze();
  EXPECT_EQ(find(layout, RegionKind::kTable)->rules.size(), 8u);
}

TEST(Regions, AnUnreadLineInTheMiddleAboveATableIsItsCaption) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  page.line(220, 117, "above", {.width = 160, .read = false});
  page.grid({60, 220, 380, 540}, {130, 150, 170, 190});
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      page.line(66 + 160.0F * static_cast<float>(c), 135 + 20.0F * static_cast<float>(r), "cell");
  const Layout layout = page.analyze();
  const Region* table = find(layout, RegionKind::kTable);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->lines.size(), 9U);
}

TEST(Regions, TableWithHorizontalRulesOnly) {
  TestPage page;
  page.column(60, 60, 480, 3, "A");
  for (const float y : {120.0F, 140.0F, 200.0F}) page.rule(60, y, 540, y + 0.5F);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 3; ++c)
      page.line(66 + 180.0F * static_cast<float>(c), 125 + 18.0F * static_cast<float>(r),
                "c" + std::to_string(r) + std::to_string(c), {.width = 50});
  const Layout layout = page.analyze();
  const Region* table = find(layout, RegionKind::kTable);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->lines.size(), 12u);
  EXPECT_EQ(table->rules.size(), 3u);
}

TEST(Regions, TableWithoutRules) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 4; ++c)
      page.line(60 + 130.0F * static_cast<float>(c), 130 + 14.0F * static_cast<float>(r),
                std::to_string(100 * r + c), {.width = 20});
  page.column(60, 220, 480, 4, "B");
  const Layout layout = page.analyze();
  ASSERT_EQ(layout.regions.size(), 3u);
  EXPECT_EQ(layout.regions[1].kind, RegionKind::kTable);
  EXPECT_EQ(layout.regions[1].lines.size(), 20u);
}

TEST(Regions, TextColumnsAreNoTable) {
  TestPage page(900, 800);
  page.column(50, 100, 250, 15, "A").column(320, 100, 250, 15, "B").column(590, 100, 250, 15, "C");
  for (const Region& region : page.analyze().regions) EXPECT_EQ(region.kind, RegionKind::kText);
}

TEST(Regions, FrameAroundTextIsNoTable) {
  TestPage page;
  page.grid({50, 550}, {90, 200});
  page.column(60, 100, 480, 7, "A");
  EXPECT_EQ(page.regions(), Regions{"text: A1 A2 A3 A4 A5 A6 A7"});
}

TEST(Regions, LabelsOfAChartBelongToIt) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  for (int i = 0; i < 6; ++i)
    page.shape({150 + 50.0F * static_cast<float>(i), 180, 180 + 50.0F * static_cast<float>(i), 300},
               true);
  page.rule(140, 300, 450, 301).rule(140, 170, 141, 300);
  for (int i = 0; i < 6; ++i)
    page.line(158 + 50.0F * static_cast<float>(i), 304, "x" + std::to_string(i), {.size = 8});
  page.line(130, 200, "y", {.size = 8});
  page.column(60, 350, 480, 4, "B");
  const Layout layout = page.analyze();
  ASSERT_EQ(layout.regions.size(), 3u);
  EXPECT_EQ(layout.regions[1].kind, RegionKind::kFigure);
  EXPECT_EQ(layout.regions[1].lines.size(), 7u);
}

TEST(Regions, TextOnAPictureStaysText) {
  TestPage page;
  page.picture({40, 40, 560, 500});
  page.column(60, 60, 480, 10, "A");
  const Layout layout = page.analyze();
  const Region* text = find(layout, RegionKind::kText);
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->lines.size(), 10u);
}

TEST(Regions, HeaderFooterAndPageNumber) {
  TestPage page;
  page.line(60, 30, "Journal of Tests 12 (2020)", {.size = 8, .style = kItalic});
  page.line(520, 30, "117", {.size = 8});
  page.column(60, 80, 480, 40, "A");
  page.line(290, 760, "Page 3 of 9", {.size = 8});
  const Regions regions = page.regions();
  ASSERT_EQ(regions.size(), 4u);
  EXPECT_EQ(regions[0], "header: Journal of Tests 12 (2020)");
  EXPECT_EQ(regions[1], "page_number: 117");
  EXPECT_EQ(regions[3], "page_number: Page 3 of 9");
}

// cases/README row 32: a page that opens with a table below its running head.
TEST(Regions, HeadAboveATable) {
  TestPage page;
  page.line(60, 30, "Running head", {.size = 8, .style = kItalic});
  page.line(530, 30, "2", {.size = 8});
  page.grid({60, 300, 540}, {80, 100, 120});
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 2; ++c)
      page.line(66 + 240.0F * static_cast<float>(c), 85 + 20.0F * static_cast<float>(r),
                "c" + std::to_string(r) + std::to_string(c));
  page.column(60, 140, 480, 10, "A");
  EXPECT_EQ(page.regions(),
            (Regions{"header: Running head", "page_number: 2", "table: c00 c01 c10 c11",
                     "text: A1 A2 A3 A4 A5 A6 A7 A8 A9 A10"}));
}

TEST(Regions, TitleInTheTopMarginIsNoHeader) {
  TestPage page;
  page.line(150, 40, "The Title Of A Letter", {.size = 18});
  page.column(60, 100, 480, 20, "A");
  EXPECT_EQ(page.regions()[0], "title: The Title Of A Letter");
}

TEST(Regions, NumberedFormulaBetweenParagraphs) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  page.line(200, 118, "E = m c + x", {.width = 80});
  page.line(515, 118, "(3)", {.width = 20});
  page.column(60, 140, 480, 4, "B");
  const Layout layout = page.analyze();
  ASSERT_EQ(layout.regions.size(), 3u);
  EXPECT_EQ(layout.regions[1].kind, RegionKind::kEquation);
  EXPECT_EQ(layout.regions[1].lines.size(), 2u);
}

TEST(Regions, ListingInTypewriterFace) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  page.line(80, 120, "int main() {", {.style = kMonospace});
  page.line(100, 132, "return 0;", {.style = kMonospace});
  page.line(80, 144, "}", {.style = kMonospace});
  page.column(60, 170, 480, 4, "B");
  EXPECT_EQ(page.regions()[1], "code: int main() { return 0; }");
}

TEST(Regions, CaptionsAndMentions) {
  TestPage page;
  page.picture({100, 60, 500, 200});
  page.line(100, 206, "Figure 2: What it shows", {.size = 9});
  page.column(60, 240, 480, 3, "A");
  page.line(60, 320, "Figure 2 shows that nothing is as it was", {.width = 480});
  page.column(60, 332, 480, 3, "B");
  const Layout layout = page.analyze();
  ASSERT_EQ(layout.regions.size(), 4u);
  EXPECT_EQ(layout.regions[1].kind, RegionKind::kCaption);
  EXPECT_EQ(layout.regions[3].kind, RegionKind::kText);
  EXPECT_EQ(layout.regions[3].lines.size(), 4u);
}

TEST(Regions, ReferencesFollowTheirHeading) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  page.line(60, 130, "References", {.size = 13, .style = kBold});
  page.column(60, 150, 480, 5, "[1] Author, Title, Year, ");
  const Layout layout = page.analyze();
  ASSERT_EQ(layout.regions.size(), 3u);
  EXPECT_EQ(layout.regions[1].kind, RegionKind::kTitle);
  EXPECT_EQ(layout.regions[2].kind, RegionKind::kReference);
}

TEST(Regions, StampInTheMarginIsAside) {
  TestPage page;
  page.line(15, 200, "arXiv:1234.5678v1", {.size = 18, .width = 300, .angle = 270});
  page.column(60, 60, 480, 40, "A");
  const Regions regions = page.regions();
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[1], "aside: arXiv:1234.5678v1");
}

TEST(Regions, TurnedTableIsRead) {
  TestPage page;
  page.column(330, 60, 210, 40, "A");
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 4; ++c)
      page.line(80 + 20.0F * static_cast<float>(r), 600 - 130.0F * static_cast<float>(c),
                std::to_string(100 * r + c), {.width = 20, .angle = 270});
  const Layout layout = page.analyze();
  const Region* table = find(layout, RegionKind::kTable);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->angle, 270);
  EXPECT_EQ(table->lines.size(), 20u);
  EXPECT_EQ(page.names[table->lines[0]], "0");
  EXPECT_EQ(page.names[table->lines[1]], "1");
  EXPECT_EQ(page.names[table->lines[4]], "100");
}

TEST(Regions, MissingNetworkIsReportedAndGeometryGoesOn) {
  TestPage page;
  page.column(60, 100, 230, 10, "L", {.read = false})
      .column(310, 100, 230, 10, "R", {.read = false});
  const Layout layout = page.analyze();
  EXPECT_EQ(layout.regions.size(), 2u);
  EXPECT_FALSE(layout.used_network);
  EXPECT_FALSE(layout.network_reason.empty());
  ASSERT_EQ(page.diagnostics.size(), 1u);
  EXPECT_EQ(page.diagnostics[0].id, "layout_network_missing");
}

TEST(Regions, NetworkIsNotAskedAboutPlainText) {
  TestPage page;
  page.column(60, 100, 480, 10, "A");
  const Layout layout = page.analyze();
  EXPECT_FALSE(layout.used_network);
  EXPECT_TRUE(page.diagnostics.empty());
}

}  // namespace
}  // namespace octavo::document
