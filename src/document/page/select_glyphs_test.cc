#include "document/page/select_glyphs.h"

#include <gtest/gtest.h>

#include "tests/support/page_builder.h"

namespace octavo::document {
namespace {

using testing::add_text;
using testing::empty_page;
using testing::TextStyle;

std::u32string selected(const PageContent& page, GlyphSelection& selection,
                        Diagnostics& diagnostics) {
  selection = select_glyphs(page, diagnostics);
  std::u32string codes;
  for (const uint32_t i : selection.glyphs) codes.push_back(page.glyphs[i].code);
  return codes;
}

TEST(SelectGlyphs, LeavesOutHiddenTextAndReportsIt) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "seen");
  for (const Visibility why :
       {Visibility::kInvisible, Visibility::kOffPage, Visibility::kTiny, Visibility::kCovered})
    add_text(page, 72, 200, "ignore me", {.visibility = why});
  GlyphSelection selection;
  Diagnostics diagnostics(3);
  EXPECT_EQ(selected(page, selection, diagnostics), U"seen");
  EXPECT_EQ(selection.characters, 4 + 4 * 8);
  EXPECT_EQ(selection.hidden, 4 * 8);
  EXPECT_FALSE(selection.ocr_layer);
  ASSERT_EQ(diagnostics.list().size(), 1u);
  EXPECT_EQ(diagnostics.list()[0].id, "hidden_text");
  EXPECT_EQ(diagnostics.list()[0].page, 3);
  EXPECT_NE(diagnostics.list()[0].text.find("ignore me"), std::string::npos);
}

// cases/README row 10, page A: a scan with its OCR layer.
TEST(SelectGlyphs, TakesTheLayerOfAScan) {
  PageContent page = empty_page();
  page.pictures.push_back({{10, 10, 600, 780}, 2550, 3300});
  add_text(page, 72, 100, "recognised", {.visibility = Visibility::kInvisible});
  GlyphSelection selection;
  Diagnostics diagnostics;
  EXPECT_EQ(selected(page, selection, diagnostics), U"recognised");
  EXPECT_TRUE(selection.ocr_layer);
  EXPECT_EQ(selection.hidden, 0);
  EXPECT_TRUE(diagnostics.list().empty());
  // Visible text under the picture is a layer too; text off the page never is.
  for (Glyph& glyph : page.glyphs) glyph.visibility = Visibility::kCovered;
  EXPECT_EQ(selected(page, selection, diagnostics), U"recognised");
  for (Glyph& glyph : page.glyphs) glyph.visibility = Visibility::kOffPage;
  EXPECT_EQ(selected(page, selection, diagnostics), U"");
}

TEST(SelectGlyphs, ASmallPictureMakesNoScan) {
  PageContent page = empty_page();
  page.pictures.push_back({{10, 10, 200, 200}, 100, 100});
  add_text(page, 72, 100, "hidden", {.visibility = Visibility::kInvisible});
  GlyphSelection selection;
  Diagnostics diagnostics;
  EXPECT_EQ(selected(page, selection, diagnostics), U"");
}

TEST(SelectGlyphs, DropsCopiesInPlaceButNotDoubleLetters) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "all");
  add_text(page, 72.4f, 100.3f, "all");  // bold made by drawing twice
  GlyphSelection selection;
  Diagnostics diagnostics;
  EXPECT_EQ(selected(page, selection, diagnostics), U"all");
  EXPECT_EQ(selection.hidden, 0);
  // The pieces of a ligature share box and operation.
  page = empty_page();
  add_text(page, 72, 100, "f");
  page.glyphs.push_back(page.glyphs[0]);
  EXPECT_EQ(selected(page, selection, diagnostics), U"ff");
  // The same words elsewhere are no copies.
  page = empty_page();
  add_text(page, 72, 100, "all");
  add_text(page, 72, 112, "all");
  EXPECT_EQ(selected(page, selection, diagnostics), U"allall");
}

}  // namespace
}  // namespace octavo::document
