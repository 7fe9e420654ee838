#include "document/block/equation_text.h"

#include <gtest/gtest.h>

#include "document/block/row.h"
#include "document/block/test_page.h"

namespace octavo::document::test {
namespace {

Rule bar(float x0, float x1, float y) { return {{x0, y, x1, y + 0.5F}, true}; }

std::string read(const std::vector<TextLine>& lines, const std::vector<Rule>& rules = {},
                 const std::vector<Shape>& shapes = {}) {
  std::string text;
  for (const Row& row : make_rows(equation_rows(lines, rules, shapes)))
    text += (text.empty() ? "" : "\n") + row.text;
  return text;
}

TEST(EquationText, AFractionOnEachSide) {
  // The middle line stands at the height of the bars; its words are around the second fraction.
  const std::vector<TextLine> lines{make_line("dT", 100, 92),   make_line("d2T", 150, 92),
                                    make_line("= k", 120, 100), make_line("(1)", 280, 100),
                                    make_line("dt", 100, 106),  make_line("dz2", 150, 106)};
  EXPECT_EQ(read(lines, {bar(100, 110, 96), bar(150, 165, 96)}), "dT/dt = k d2T/dz2 (1)");
}

TEST(EquationText, PartsThatAreSumsStandInBrackets) {
  const std::vector<TextLine> lines{make_line("a + b", 100, 92), make_line("(c + d)", 100, 106),
                                    make_line("x", 80, 99)};
  EXPECT_EQ(read(lines, {bar(98, 140, 96)}), "x (a + b)/(c + d)");
}

TEST(EquationText, AFractionInAFraction) {
  const std::vector<TextLine> lines{make_line("a", 110, 78), make_line("b", 110, 92),
                                    make_line("c", 110, 106)};
  EXPECT_EQ(read(lines, {bar(100, 125, 96), bar(108, 117, 82)}), "(a/b)/c");
}

Shape sloped(const PointBox& box) {
  Shape shape;
  shape.box = box;
  shape.stroked = shape.curved = true;
  return shape;
}

TEST(EquationText, ADrawnRootOverAFraction) {
  const std::vector<TextLine> lines{make_line("d =", 70, 99), make_line("2k", 106, 92),
                                    make_line("w", 106, 106), make_line("(3)", 200, 99)};
  EXPECT_EQ(read(lines, {bar(105, 117, 96)}, {sloped({99, 82, 118, 109})}), "d = √(2k/w) (3)");
}

TEST(EquationText, ADrawnRootInANumerator) {
  const std::vector<TextLine> lines{make_line("A", 100, 90), make_line("2", 114, 90),
                                    make_line("d", 107, 104)};
  EXPECT_EQ(read(lines, {bar(98, 122, 94)}, {sloped({108, 80, 120, 93})}), "(A √2)/d");
}

TEST(EquationText, AFrameWithRoundCornersIsNoRoot) {
  const std::vector<TextLine> lines{make_line("a = b", 100, 90)};
  EXPECT_EQ(read(lines, {}, {sloped({94, 78, 131, 96})}), "a = b");
}

TEST(EquationText, LimitsOfASumFollowIt) {
  const std::vector<TextLine> lines{make_line("n", 122, 91, 6), make_line("S = ∑", 100, 102),
                                    make_line("i=1", 118, 112, 6), make_line("x", 132, 102)};
  const std::vector<TextLine> rows = equation_rows(lines, {}, {});
  ASSERT_EQ(rows.size(), 1U);
  ASSERT_EQ(rows[0].words.size(), 6U);
  EXPECT_EQ(rows[0].words[2].text, "∑");
  EXPECT_EQ(rows[0].words[3].text, "i=1");
  EXPECT_EQ(rows[0].words[3].style, kSubscript);
  EXPECT_EQ(rows[0].words[4].text, "n");
  EXPECT_EQ(rows[0].words[4].style, kSuperscript);
  EXPECT_EQ(rows[0].words[5].text, "x");
}

TEST(EquationText, ARootReachesAsFarAsItsBar) {
  const std::vector<TextLine> lines{make_line("d = √", 100, 100), make_line("2k", 126, 92),
                                    make_line("w", 126, 106), make_line("+ 1", 142, 100)};
  EXPECT_EQ(read(lines, {bar(125, 137, 83), bar(126, 136, 96)}), "d = √(2k/w) + 1");
}

TEST(EquationText, RowsBelowEachOtherStayRows) {
  EXPECT_EQ(read({make_line("a = b + c", 100, 100), make_line("= d", 110, 114)}), "a = b + c\n= d");
}

TEST(EquationText, AnUnderlineIsNoFractionBar) {
  EXPECT_EQ(read({make_line("a = b", 100, 100)}, {bar(100, 125, 101)}), "a = b");
}

TEST(EquationText, TurnedTextAndNothingAreLeftAlone) {
  TextLine turned = make_line("a = b", 100, 100);
  turned.angle = 90;
  EXPECT_TRUE(equation_rows({turned}, {}, {}).empty());
  EXPECT_TRUE(equation_rows({}, {}, {}).empty());
}

}  // namespace
}  // namespace octavo::document::test
