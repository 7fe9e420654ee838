#include "document/block/formula/glyph_latex.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace octavo::document::test {
namespace {

constexpr uint16_t kItalicFont = 0, kUprightFont = 1, kBoldFont = 2, kSymbolFont = 3, kSetFont = 4;

// Glyphs half an em wide, ink from 0.7 em over the baseline to it; the lines are their places.
class Sheet {
 public:
  Sheet() {
    content_.fonts.resize(5);
    content_.fonts[kItalicFont] = {.name = "CMMI10"};
    content_.fonts[kUprightFont] = {.name = "CMR10"};
    content_.fonts[kBoldFont] = {.name = "CMBX10"};
    content_.fonts[kSymbolFont] = {.name = "SymbolMT"};
    content_.fonts[kSetFont] = {.name = "MSBM10"};
  }

  Sheet& put(const std::string& text, float x, float y, float size = 10,
             uint16_t font = kItalicFont) {
    for (const char32_t c : to_utf32(text)) {
      if (c != U' ') tall(c, {x, y - 0.7F * size, x + 0.45F * size, y}, y, size, font);
      x += 0.5F * size;
    }
    return *this;
  }

  Sheet& tall(char32_t c, const PointBox& ink, float baseline, float size = 10,
              uint16_t font = kUprightFont) {
    Glyph glyph;
    glyph.code = c;
    glyph.box = glyph.loose = ink;
    glyph.origin_x = ink.x0;
    glyph.origin_y = baseline;
    glyph.size = size;
    glyph.font = font;
    content_.glyphs.push_back(glyph);
    TextLine line;
    line.box = ink;
    line.size = size;
    lines_.push_back(line);
    return *this;
  }

  Sheet& bar(float x0, float x1, float y) {
    content_.rules.push_back({{x0, y, x1, y + 0.5F}, true});
    return *this;
  }

  Sheet& stroke(const PointBox& box) {
    Shape shape;
    shape.box = box;
    shape.stroked = true;
    content_.shapes.push_back(shape);
    return *this;
  }

  std::string latex() const {
    const auto formula = glyph_latex(content_, lines_);
    if (!formula) return "nothing";
    return formula->latex + (formula->number.empty() ? "" : " #" + formula->number);
  }

 private:
  PageContent content_;
  std::vector<TextLine> lines_;
};

TEST(GlyphLatex, ExponentsAndIndices) {
  EXPECT_EQ(
      Sheet().put("e", 0, 100).put("iπ", 5, 95, 7).put("+1=0", 14, 100, 10, kUprightFont).latex(),
      "e^{i\\pi} + 1 = 0");
  // An index under an exponent, then an index of an index.
  Sheet both;
  both.put("x", 0, 100).put("2", 5, 95, 7).put("i", 5.5F, 102, 7).put("=w", 12, 100);
  both.put("v", 22, 102, 7).put("1", 26, 103, 5);
  EXPECT_EQ(both.latex(), "x_{i}^{2} = w_{v_{1}}");
}

TEST(GlyphLatex, AFractionWithAnIndexAndANumber) {
  Sheet sheet;
  sheet.put("∇", 0, 100, 10, kUprightFont).put("·", 8, 100, 10, kUprightFont);
  sheet.put("E", 14, 100, 10, kBoldFont).put("=", 24, 100, 10, kUprightFont);
  sheet.put("ρ", 34, 93).bar(33, 44, 96.5F).put("ε", 34, 107).put("0", 39, 109, 7);
  sheet.put("(3)", 150, 100, 10, kUprightFont);
  EXPECT_EQ(sheet.latex(), "\\nabla \\cdot \\mathbf{E} = \\frac{\\rho}{\\varepsilon_{0}} #(3)");
}

TEST(GlyphLatex, AFractionInAFraction) {
  Sheet sheet;
  sheet.put("y=", 0, 100).put("a", 22, 79).bar(21, 28, 81).put("b", 22, 90);
  sheet.bar(20, 30, 96.5F).put("c", 22, 107);
  EXPECT_EQ(sheet.latex(), "y = \\frac{\\frac{a}{b}}{c}");
}

TEST(GlyphLatex, TheCommaBehindAFractionIsNotItsOwn) {
  Sheet sheet;
  sheet.put("y=", 0, 100).put("a", 20, 93).bar(19, 26, 96.5F).put("b", 20, 107);
  sheet.put(",", 26.2F, 100, 10, kUprightFont);
  EXPECT_EQ(sheet.latex(), "y = \\frac{a}{b},");
}

TEST(GlyphLatex, LimitsOfSumsIntegralsAndWords) {
  Sheet sum;
  sum.put("S=", 0, 100)
      .tall(U'∑', {14, 90, 26, 104}, 100)
      .put("i=1", 15, 112, 6)
      .put("n", 18, 88, 6);
  sum.put("x", 28, 100).put("i", 33, 102, 7);
  EXPECT_EQ(sum.latex(), "S = \\sum_{i = 1}^{n}x_{i}");
  Sheet integral;
  integral.tall(U'∫', {0, 86, 8, 110}, 100).put("a", 8, 110, 7).put("b", 11, 88, 7);
  integral.put("f=0", 16, 100);
  EXPECT_EQ(integral.latex(), "\\int_{a}^{b}f = 0");
  Sheet lim;
  lim.put("lim", 0, 100, 10, kUprightFont).put("x→0", 2, 108, 6).put("f=1", 18, 100);
  EXPECT_EQ(lim.latex(), "\\lim_{x \\to 0}f = 1");
}

TEST(GlyphLatex, RootsPrintedAndDrawn) {
  Sheet printed;
  printed.put("a=", 0, 100).tall(U'√', {14, 91, 22, 102}, 100).bar(22, 34, 91);
  printed.put("b", 23, 100).put("2", 28, 97, 6).put("+c", 36, 100);
  EXPECT_EQ(printed.latex(), "a = \\sqrt{b^{2}} + c");
  Sheet third;
  third.put("a=", 0, 100).tall(U'√', {14, 91, 22, 102}, 100).bar(22, 30, 91).put("x", 23, 100);
  third.put("3", 14, 95, 5);
  EXPECT_EQ(third.latex(), "a = \\sqrt[3]{x}");
  // Under a fraction bar right over the bar of the root, as MathType draws it.
  Sheet drawn;
  drawn.put("a=", 0, 100).put("1", 24, 95, 10).bar(16, 40, 97.5F).bar(24, 39, 99.5F);
  drawn.stroke({21, 99.5F, 24, 111}).put("2π", 26, 109);
  EXPECT_EQ(drawn.latex(), "a = \\frac{1}{\\sqrt{2\\pi}}");
}

TEST(GlyphLatex, AccentsAndBars) {
  Sheet sheet;
  sheet.tall(U'ˆ', {1, 90, 4, 92}, 100).put("A", 0, 100).put("=", 10, 100, 10, kUprightFont);
  sheet.put("B", 20, 100).bar(20, 24.5F, 91);
  EXPECT_EQ(sheet.latex(), "\\hat{A} = \\bar{B}");
}

TEST(GlyphLatex, CasesAndMatrices) {
  Sheet cases;
  cases.put("f=", 0, 100).tall(0x7B, {14, 82, 18, 116}, 100);
  cases.put("0", 20, 92).put("x<0", 40, 92).put("1", 20, 112).put("x>0", 40, 112);
  EXPECT_EQ(cases.latex(), "f = \\begin{cases} 0 & x < 0 \\\\ 1 & x > 0 \\end{cases}");
  Sheet matrix;
  matrix.put("A=", 0, 100).tall(U'(', {14, 82, 18, 116}, 100).tall(U')', {42, 82, 46, 116}, 100);
  matrix.put("a", 20, 92).put("b", 35, 92).put("c", 20, 112).put("d", 35, 112);
  EXPECT_EQ(matrix.latex(), "A = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}");
}

TEST(GlyphLatex, BracketsThatGrewWithAFraction) {
  Sheet sheet;
  sheet.tall(U'(', {0, 85, 4, 110}, 100).put("a", 6, 93).bar(5, 12, 96.5F).put("b", 6, 107);
  sheet.tall(U')', {13, 85, 17, 110}, 100).put("=c", 22, 100);
  EXPECT_EQ(sheet.latex(), "\\left(\\frac{a}{b}\\right) = c");
}

TEST(GlyphLatex, BracketsThatHangBelowTheirOrigin) {
  // Those of TeX's extension font: the pen is at their upper end.
  Sheet sheet;
  sheet.put("f", 0, 100).tall(U'(', {6, 91, 10, 103}, 91).put("x", 11, 100);
  sheet.tall(U')', {17, 91, 21, 103}, 91).put("=c", 24, 100);
  EXPECT_EQ(sheet.latex(), "f(x) = c");
}

TEST(GlyphLatex, WordsFunctionsAndAlphabets) {
  Sheet sheet;
  sheet.put("x", 0, 100).put("∈", 8, 100, 10, kUprightFont).put("R", 18, 100, 10, kSetFont);
  sheet.put("if", 40, 100, 10, kUprightFont)
      .put("sin", 58, 100, 10, kUprightFont)
      .put("x=0", 74, 100);
  EXPECT_EQ(sheet.latex(), "x \\in \\mathbb{R} \\quad \\text{if}\\sin x = 0");
}

TEST(GlyphLatex, LettersOfSymbolFontsAreGreek) {
  EXPECT_EQ(Sheet()
                .put("D", 0, 100, 10, kSymbolFont)
                .put("=", 8, 100)
                .put("p", 16, 100, 10, kSymbolFont)
                .latex(),
            "\\Delta = \\pi");
}

TEST(GlyphLatex, RowsAreAligned) {
  EXPECT_EQ(Sheet().put("a=b", 0, 100).put("=c", 5, 114).latex(),
            "\\begin{aligned}\na &= b \\\\\n&= c\n\\end{aligned}");
  EXPECT_EQ(Sheet().put("a+...+n=b", 0, 100).put("=c", 5, 114).latex(),
            "\\begin{aligned}\na +\\ldots  + n &= b \\\\\n&= c\n\\end{aligned}");
}

TEST(GlyphLatex, RowsAreNotAlignedInsideABracketThatGrew) {
  Sheet sheet;
  sheet.tall(U'(', {0, 85, 4, 110}, 100).put("a=", 6, 100);
  sheet.put("b", 26, 93).bar(25, 32, 96.5F).put("c", 26, 107).tall(U')', {34, 85, 38, 110}, 100);
  sheet.put("=d", 44, 100).put("=e", 44, 130);
  EXPECT_EQ(sheet.latex(),
            "\\begin{aligned}\n\\left(a = \\frac{b}{c}\\right) &= d \\\\\n&= e\n\\end{aligned}");
}

TEST(GlyphLatex, NothingWhereTheTextSaysMore) {
  EXPECT_EQ(Sheet().latex(), "nothing");
  EXPECT_EQ(Sheet().put("ab", 0, 100).latex(), "nothing");  // says nothing of anything
  EXPECT_EQ(Sheet()
                .put("aZ\xC3\xB0"
                     "b",
                     0, 100)
                .latex(),
            "nothing");  // "ð": signs by wrong names
  EXPECT_EQ(Sheet().put("a=b", 0, 100).tall(0, {20, 93, 24, 100}, 100).latex(), "nothing");
  EXPECT_EQ(Sheet().put("we see that this gives a=b", 0, 100, 10, kUprightFont).latex(), "nothing");
}

}  // namespace
}  // namespace octavo::document::test
