#include <gtest/gtest.h>

#include "base/utf8.h"
#include "document/output/html_block.h"
#include "document/output/test_document.h"
#include "octavo/output.h"

namespace octavo::document {
namespace {

ListItem item(const std::string& marker, const std::string& text, int level = 0) {
  return {.marker = marker, .level = level, .content = plain(text)};
}

TEST(Html, PageIsWholeAndEscaped) {
  Document document = document_of({title_block(1, "A & B"),
                                   text_block(BlockKind::kText, "<script>alert(1)</script>"),
                                   text_block(BlockKind::kHeader, "head")});
  const std::string page = to_html(document);
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html>\n"));
  EXPECT_NE(page.find("<title>A &amp; B</title>"), std::string::npos);
  EXPECT_NE(page.find("<h1 dir=\"auto\">A &amp; B</h1>\n<p "
                      "dir=\"auto\">&lt;script&gt;alert(1)&lt;/script&gt;</p>\n</main>"),
            std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos) << "needs nothing from elsewhere";
  EXPECT_NE(to_html(document, {.headers = HeaderPolicy::kAll}).find("head"), std::string::npos);
}

TEST(Html, ListsNestAndKeepNumbers) {
  EXPECT_EQ(html_list({item("3.", "a"), item("•", "b", 1), item("4.", "c")}),
            "<ol>\n<li value=\"3\" dir=\"auto\">a<ul>\n<li dir=\"auto\">b</li></ul></li>"
            "\n<li value=\"4\" dir=\"auto\">c</li></ol>");
  EXPECT_EQ(html_list({item("b)", "<x>")}),
            "<ul class=\"marked\">\n<li dir=\"auto\">b) &lt;x&gt;</li></ul>");
  EXPECT_EQ(html_list({item("•", "a", 5), item("1.", "b", 0)}),
            "<ul>\n<li dir=\"auto\">a</li></ul><ol>\n<li value=\"1\" dir=\"auto\">b</li></ol>");
  EXPECT_EQ(html_list({}), "");
}

TEST(Html, FiguresCarryTheirBytesWhenTheyHaveThem) {
  Block figure = picture_block(BlockKind::kImage, "images/a.jpg");
  figure.captions = {caption_at("Figure 1. \"Quoted\"", 310, 320)};
  EXPECT_EQ(html_block(figure, {.picture_prefix = "x/"}),
            "<figure class=\"image\">\n<img src=\"x/images/a.jpg\" alt=\"Figure 1\" width=\"400\" "
            "height=\"100\">\n"
            "<figcaption dir=\"auto\">Figure 1. &quot;Quoted&quot;</figcaption>\n</figure>");
  figure.captions.clear();
  figure.picture.bytes = {'a', 'b', 'c', 'd'};
  EXPECT_NE(html_block(figure, {}).find("src=\"data:image/jpeg;base64,YWJjZA==\" alt=\"image\""),
            std::string::npos);
  EXPECT_EQ(html_block(picture_block(BlockKind::kImage, ""), {}), "");
}

TEST(Html, CodeKeepsItsSpaces) {
  EXPECT_EQ(html_block(text_block(BlockKind::kCode, "a <b>\n\t  中\n"), {}),
            "<figure class=\"code\">\n<pre><code>a &lt;b&gt;\n\t  中</code></pre>\n</figure>");
}

TEST(Html, MathStandsInParentheses) {
  Block text = text_block(BlockKind::kText, "");
  text.content = {{.kind = InlineKind::kMath, .text = "a<b"}};
  EXPECT_EQ(html_block(text, {}), "<p dir=\"auto\">\\(a&lt;b\\)</p>");
  text.kind = BlockKind::kEquation;
  EXPECT_EQ(html_block(text, {}), "<div class=\"equation\">\\[a&lt;b\\]</div>");
}

}  // namespace
}  // namespace octavo::document
