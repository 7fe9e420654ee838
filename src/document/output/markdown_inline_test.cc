#include "document/output/markdown_inline.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace octavo::document {
namespace {

std::string paragraph(const std::string& text) { return markdown_paragraph({{.text = text}}); }
std::string paragraph(const Inlines& inlines) { return markdown_paragraph(inlines); }

TEST(MarkdownEscape, LeavesHarmlessCharactersAlone) {
  for (const char* text : {"2 * 3 = 6",
                           "John Smith*",
                           "snake_case and a_b",
                           "it costs $5",
                           "it costs $5 and then $6",
                           "p < 0.05, x<3",
                           "AT&T & Co",
                           "a | b",
                           "C:\\Users\\me",
                           "see [1] and [2, 3]",
                           "5~6",
                           "#1 best",
                           "10% off!",
                           "a+b-c",
                           "(x) = {y}",
                           "it's 5` wide",
                           "-5 degrees",
                           "a * b * c",
                           "1.5 million",

                           "中文，标点。（括号）",
                           "שלום עולם",
                           "👩‍👩‍👧 family",
                           "Section 3.",
                           "+49 30 123",
                           "in 2015. Then"})
    EXPECT_EQ(paragraph(text), text);
}

TEST(MarkdownEscape, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(paragraph("a *b* c"), "a \\*b\\* c");
  EXPECT_EQ(paragraph("**note** well"), "\\*\\*note\\*\\* well");
  EXPECT_EQ(paragraph("call __init__ now"), "call \\_\\_init\\_\\_ now");
  EXPECT_EQ(paragraph("10~20 and 30~40"), "10\\~20 and 30\\~40");
  EXPECT_EQ(paragraph("use `ls` here"), "use \\`ls\\` here");
  EXPECT_EQ(paragraph("let $x$ be"), "let \\$x\\$ be");
  EXPECT_EQ(paragraph("prices: $$ to $$$"), "prices: \\$\\$ to \\$\\$\\$");
  EXPECT_EQ(paragraph("a <b> c </d> <!-- e"), "a &lt;b> c &lt;/d> &lt;!-- e");
  EXPECT_EQ(paragraph("&copy; and &#65; but &x"), "&amp;copy; and &amp;#65; but &x");
  EXPECT_EQ(paragraph("[text](target)"), "[text]\\(target)");
  EXPECT_EQ(paragraph("\\*not\\*"), "\\\\\\*not\\\\\\*");
  EXPECT_EQ(paragraph("ends with \\"), "ends with \\\\");
  EXPECT_EQ(paragraph("a\\ \nb"), "a\\\\  \nb");
  EXPECT_EQ(paragraph("<http://a.org/x>"), "&lt;http://a.org/x&gt;");
}

TEST(MarkdownEscape, KeepsBareAddressesWhole) {
  EXPECT_EQ(paragraph("see https://a.org/_x_/*y*?a=1&b=2 and _z_"),
            "see https://a.org/_x_/*y*?a=1&b=2 and \\_z\\_");
}

TEST(MarkdownEscape, GuardsTheStartOfALine) {
  EXPECT_EQ(paragraph("# not a heading"), "\\# not a heading");
  EXPECT_EQ(paragraph("####### seven"), "####### seven");
  EXPECT_EQ(paragraph("- not a list"), "\\- not a list");
  EXPECT_EQ(paragraph("+ not a list"), "\\+ not a list");
  EXPECT_EQ(paragraph("* not a list"), "\\* not a list");
  EXPECT_EQ(paragraph("12. not a list"), "12\\. not a list");
  EXPECT_EQ(paragraph("3) not a list"), "3\\) not a list");
  EXPECT_EQ(paragraph("1234567890. too long for a list"), "1234567890. too long for a list");
  EXPECT_EQ(paragraph("2015."), "2015\\.");
  EXPECT_EQ(paragraph("> no quote"), "\\> no quote");
  EXPECT_EQ(paragraph("---"), "\\---");
  EXPECT_EQ(paragraph("***"), "\\***");
  EXPECT_EQ(paragraph("_____"), "\\_____");
  EXPECT_EQ(paragraph("Name\n====="), "Name  \n\\=====");
  EXPECT_EQ(paragraph("a | b\n---|---"), "a | b  \n\\---|---");
  EXPECT_EQ(paragraph("|:--|--:|"), "\\|:--|--:|");
  EXPECT_EQ(paragraph("~~~ fence"), "\\~\\~\\~ fence");
  EXPECT_EQ(paragraph("```\ncode ``"), "\\`\\`\\`  \ncode ``");
  EXPECT_EQ(paragraph("[a\nb]: c"), "\\[a  \nb]: c");
  EXPECT_EQ(paragraph("[1]: a reference"), "\\[1]: a reference");
  EXPECT_EQ(paragraph("    four spaces\n\tand a tab"), "four spaces  \nand a tab");
}

TEST(MarkdownText, BreaksLinesAndDropsEmptyOnes) {
  EXPECT_EQ(paragraph("one\ntwo\n\n  \nthree  "), "one  \ntwo  \nthree");
  EXPECT_EQ(paragraph("one\r\ntwo\rthree\u2028four"), "one  \ntwo  \nthree  \nfour");
  EXPECT_EQ(paragraph(" \n "), "");
  EXPECT_EQ(markdown_inlines({{.text = "a\nb"}}, "<br>"), "a<br>b");
  EXPECT_EQ(markdown_paragraph({{.text = "a\n- b"}}, 2), "a  \n  \\- b");
}

TEST(MarkdownText, IsAlwaysValidUtf8WithoutControls) {
  const std::string out = paragraph(std::string("a\xFF\xE4\xB8") + std::string("b\0c\x07", 4) +
                                    "\xEF\xBB\xBF"
                                    "d");
  EXPECT_TRUE(is_valid_utf8(out));
  EXPECT_EQ(out, "a\uFFFD\uFFFD\uFFFDbcd");
}

TEST(MarkdownStyle, WritesEachStyle) {
  EXPECT_EQ(paragraph({{.text = "a "}, {.style = kBold, .text = "b"}, {.text = " c"}}),
            "a **b** c");
  EXPECT_EQ(paragraph({{.style = kItalic, .text = "a"}}), "*a*");
  EXPECT_EQ(paragraph({{.style = kBold | kItalic, .text = "a"}}), "***a***");
  EXPECT_EQ(paragraph({{.style = kStrikethrough, .text = "a"}}), "~~a~~");
  EXPECT_EQ(paragraph({{.style = kUnderline, .text = "a"}}), "a");
  EXPECT_EQ(paragraph({{.text = "x"}, {.style = kSuperscript, .text = "2"}}), "x<sup>2</sup>");
  EXPECT_EQ(paragraph({{.text = "H"}, {.style = kSubscript, .text = "2"}, {.text = "O"}}),
            "H<sub>2</sub>O");
  EXPECT_EQ(paragraph({{.text = "run "}, {.style = kMonospace, .text = "a*b_c"}}), "run `a*b_c`");
  EXPECT_EQ(paragraph({{.text = "run "}, {.style = kMonospace, .text = "a`b"}}), "run ``a`b``");
  EXPECT_EQ(paragraph({{.text = "run "}, {.style = kMonospace, .text = "`b"}}), "run `` `b ``");
}

TEST(MarkdownStyle, LeavesOutStylesThatSayNothing) {
  EXPECT_EQ(paragraph({{.style = kMonospace, .text = "all of it"}}), "all of it");
  EXPECT_EQ(paragraph({{.text = "end"}, {.style = kBold, .text = "."}}), "end.");
  EXPECT_EQ(
      paragraph({{.style = kBold, .text = "a"}, {.text = " "}, {.style = kBold, .text = "b"}}),
      "**a b**");
}

TEST(MarkdownStyle, IndicesHaveNoLetterStyle) {
  EXPECT_EQ(
      paragraph({{.text = "φ"}, {.style = kItalic | kSubscript, .text = "u"}, {.text = "+1"}}),
      "φ<sub>u</sub>+1");
  EXPECT_EQ(
      paragraph({{.style = kItalic, .text = "x"}, {.style = kItalic | kSubscript, .text = "i"}}),
      "*x<sub>i</sub>*");
}

TEST(MarkdownStyle, MovesSpaceOutOfTheMarkers) {
  EXPECT_EQ(paragraph({{.text = "a"}, {.style = kBold, .text = " b "}, {.text = "c"}}),
            "a **b** c");
}

TEST(MarkdownStyle, FallsBackToTagsWhereMarkersWouldNotWork) {
  // A closing marker between punctuation and a letter is not seen by CommonMark.
  EXPECT_EQ(paragraph({{.style = kBold, .text = "注意（重要）"}, {.text = "请看"}}),
            "<strong>注意（重要）</strong>请看");
  EXPECT_EQ(paragraph({{.style = kBold, .text = "注意"}, {.text = "请看"}}), "**注意**请看");
  // Two kinds of stars would run together.
  EXPECT_EQ(paragraph({{.style = kBold, .text = "a"}, {.style = kItalic, .text = "b"}}),
            "<strong>a</strong>*b*");
  EXPECT_EQ(paragraph({{.style = kBold, .text = "(a)"}, {.text = "b"}}), "<strong>(a)</strong>b");
}

TEST(MarkdownStyle, EscapesLiteralStarsBesideItsOwn) {
  EXPECT_EQ(paragraph({{.text = "5*6 "}, {.style = kItalic, .text = "x"}}), "5\\*6 *x*");
}

TEST(MarkdownMath, StandsBetweenDollars) {
  EXPECT_EQ(
      paragraph(
          {{.text = "let "}, {.kind = InlineKind::kMath, .text = " x_1*2 "}, {.text = " cost $5"}}),
      "let $x_1*2$ cost \\$5");
  EXPECT_EQ(paragraph({{.kind = InlineKind::kMath, .text = "$a$\n b"}}), "$a b$");
}

TEST(MarkdownLink, WritesTextAndTarget) {
  EXPECT_EQ(paragraph({{.text = "see "}, {.text = "this page", .url = "https://a.org/x (1).html"}}),
            "see [this page](https://a.org/x%20%281%29.html)");
  EXPECT_EQ(paragraph({{.text = "one ", .url = "https://a.org"},
                       {.style = kBold, .text = "two", .url = "https://a.org"}}),
            "[one **two**](https://a.org)");
}

TEST(MarkdownLink, NeedsNoMarkupForAddresses) {
  EXPECT_EQ(paragraph({{.text = "https://a.org/b_c", .url = "https://a.org/b_c"}}),
            "https://a.org/b_c");
  EXPECT_EQ(paragraph({{.text = "me@a.org", .url = "mailto:me@a.org"}}), "me@a.org");
}

TEST(MarkdownLink, KeepsBracketsOutOfTheText) {
  EXPECT_EQ(paragraph({{.text = "as in "}, {.text = "[12]", .url = "https://a.org"}}),
            "as in [[12](https://a.org)]");
  EXPECT_EQ(paragraph({{.text = "a [b] c", .url = "https://a.org"}}),
            "[a &#91;b&#93; c](https://a.org)");
}

TEST(MarkdownLink, IsNotTurnedIntoAPicture) {
  EXPECT_EQ(paragraph({{.text = "wow!"}, {.text = "here", .url = "https://a.org"}}),
            "wow&#33;[here](https://a.org)");
}

TEST(MarkdownLink, DropsTargetsThatRunCode) {
  EXPECT_EQ(paragraph({{.text = "click", .url = "javascript:alert(1)"}}), "click");
  EXPECT_EQ(paragraph({{.text = "click", .url = " JaVa\nScRiPt:alert(1)"}}), "click");
  EXPECT_EQ(paragraph({{.text = "click", .url = "data:text/html,x"}}), "click");
}

TEST(MarkdownText, TakesLinearTimeOnLongText) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "*_`$<a [x](y) ";
  EXPECT_GT(paragraph(text).size(), text.size());
  Inlines many(100'000, Inline{.text = " "});
  for (size_t i = 0; i < many.size(); ++i) many[i].style = i % 2 ? kBold : kPlain;
  EXPECT_EQ(paragraph(many), "");
}

}  // namespace
}  // namespace octavo::document
