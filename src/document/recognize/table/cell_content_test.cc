#include "document/recognize/table/cell_content.h"

#include <gtest/gtest.h>

#include <numeric>

#include "document/recognize/table/table_sketch.h"

namespace octavo::document {
namespace {

Inlines content(const Sketch& sketch) {
  const TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  std::vector<uint32_t> all(input.words.size());
  std::iota(all.begin(), all.end(), 0u);
  return cell_content(input, all, sketch.page.content.links);
}

TEST(CellContent, LinesSpacesAndStyles) {
  const Inlines inlines = content(Sketch({"*Total* of", "all rows"}));
  ASSERT_EQ(inlines.size(), 2u);
  EXPECT_EQ(inlines[0].text, "Total");
  EXPECT_EQ(inlines[0].style, kBold);
  EXPECT_EQ(inlines[1].text, " of\nall rows");
  EXPECT_EQ(inlines[1].style, kPlain);
}

TEST(CellContent, StyleChangesWithoutSpace) {
  Sketch sketch({"x 2"});
  sketch.lines[0].words[1].style = kSuperscript;
  sketch.lines[0].words[1].space_before = false;
  const Inlines inlines = content(sketch);
  ASSERT_EQ(inlines.size(), 2u);
  EXPECT_EQ(plain_text(inlines), "x2");
  EXPECT_EQ(inlines[1].style, kSuperscript);
}

TEST(CellContent, LinesSideBySideAreOneRow) {
  // Two lines of the page (the layout cut them apart) on one baseline.
  Sketch sketch({"left        right"});
  TextLine right = sketch.lines[0];
  right.words.erase(right.words.begin());
  right.words[0].space_before = false;
  sketch.lines[0].words.pop_back();
  sketch.lines.insert(sketch.lines.begin(), right);
  EXPECT_EQ(plain_text(content(sketch)), "left right");
}

TEST(CellContent, RightToLeftKeepsItsOrder) {
  Sketch sketch({"dlrow olleh"});
  std::swap(sketch.lines[0].words[0].box, sketch.lines[0].words[1].box);
  EXPECT_EQ(plain_text(content(sketch)), "dlrow olleh");
}

TEST(CellContent, Links) {
  Sketch sketch({"see here"});
  sketch.page.content.links.push_back({.box = {}, .url = "http://a.b", .target_page = -1});
  sketch.lines[0].words[1].link = 0;
  const Inlines inlines = content(sketch);
  ASSERT_EQ(inlines.size(), 2u);
  EXPECT_EQ(inlines[0].text, "see ");
  EXPECT_EQ(inlines[1].url, "http://a.b");
  sketch.lines[0].words[1].link = 7;  // no such link
  EXPECT_EQ(content(sketch).size(), 1u);
}

}  // namespace
}  // namespace octavo::document
