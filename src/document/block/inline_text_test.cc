#include "document/block/inline_text.h"

#include <gtest/gtest.h>

#include <array>

#include "document/block/test_page.h"

namespace octavo::document {
namespace {

using test::make_line;

std::string joined(const std::vector<std::string>& rows) {
  InlineBuilder builder({});
  for (const std::string& row : rows) {
    const TextLine line = make_line(row, 0, 0);
    builder.join(line);
    builder.add_line(line);
  }
  return plain_text(builder.take());
}

TEST(LineJoin, SpacesByScript) {
  EXPECT_EQ(joined({"the quick", "brown fox"}), "the quick brown fox");
  EXPECT_EQ(joined({"中文文档", "解析"}), "中文文档解析");
  EXPECT_EQ(joined({"한국어 문서를", "읽는다"}), "한국어 문서를\u200B읽는다");
  EXPECT_EQ(joined({"使用", "Octavo", "解析"}), "使用Octavo解析");
  EXPECT_EQ(joined({"日本語の", "文書"}), "日本語の文書");
}

TEST(LineJoin, HyphensStayOpenBetweenLetters) {
  EXPECT_EQ(joined({"for exam-", "ple this"}), "for exam\u00ADple this");
  EXPECT_EQ(joined({"soft exam\u00AD", "ple"}), "soft exam\u00ADple");
  EXPECT_EQ(joined({"hid\u00ADden word"}), "hidden word");
  EXPECT_EQ(joined({"vracht- en goederenvervoer"}), "vracht- en goederenvervoer");
  EXPECT_EQ(joined({"from 2010-", "2015 on"}), "from 2010-2015 on");
  EXPECT_EQ(joined({"a dash -", "and more"}), "a dash - and more");
  EXPECT_EQ(joined({"ends with exam-"}), "ends with exam-");
}

TEST(LineJoin, DashesSlashesAddresses) {
  EXPECT_EQ(joined({"pages 12–", "15"}), "pages 12–15");
  EXPECT_EQ(joined({"either/", "or"}), "either/or");
  EXPECT_EQ(joined({"see https://example.org/a-", "b/c.html now"}),
            "see https://example.org/a-b/c.html now");
  EXPECT_EQ(joined({"see https://example.org/path", "for details"}),
            "see https://example.org/path for details");
}

TEST(InlineBuilder, MergesEqualRunsAndKeepsStyles) {
  TextLine line = make_line("plain bold more", 0, 0);
  line.words[1].style = line.words[2].style = kBold;
  InlineBuilder builder({});
  builder.add_line(line);
  const Inlines runs = builder.take();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].text, "plain ");
  EXPECT_EQ(runs[1].text, "bold more");
  EXPECT_EQ(runs[1].style, kBold);
}

TEST(InlineBuilder, SuperscriptsAreRunsOfTheirOwn) {
  TextLine line = make_line("x 2 is H 2 O", 0, 0);
  line.words[1].style = kSuperscript;
  line.words[1].space_before = false;
  line.words[4].style = kSubscript;
  line.words[4].space_before = line.words[5].space_before = false;
  InlineBuilder builder({});
  builder.add_line(line);
  const Inlines runs = builder.take();
  ASSERT_EQ(runs.size(), 5u);
  EXPECT_EQ(runs[0].text, "x");
  EXPECT_EQ(runs[1].text, "2");
  EXPECT_EQ(runs[1].style, kSuperscript);
  EXPECT_EQ(runs[2].text, " is H");
  EXPECT_EQ(runs[3].style, kSubscript);
  EXPECT_EQ(plain_text(runs), "x2 is H2O");
}

TEST(InlineBuilder, LinksAreRunsAndJoinOverLines) {
  const std::vector<Link> links{{.url = "https://example.org/long"}};
  TextLine a = make_line("see https://example.org/", 0, 0), b = make_line("long there", 0, 12);
  a.words[1].link = b.words[0].link = 0;
  a.words[0].link = 99;  // nowhere
  InlineBuilder builder(links);
  builder.add_line(a);
  builder.join(b);
  builder.add_line(b);
  const Inlines runs = builder.take();
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[1].text, "https://example.org/long");
  EXPECT_EQ(runs[1].url, "https://example.org/long");
  EXPECT_EQ(runs[2].text, " there");
}

TEST(InlineBuilder, MarksAroundALinkAreNoPartOfIt) {
  const std::vector<Link> links{{.url = "https://example.org/"}};
  for (const auto& [shown, before, inside, after] :
       {std::array{"(example.org).", "(", "example.org", ")."},
        std::array{"example.org/a_(b)", "", "example.org/a_(b)", ""},
        std::array{"[12],", "[", "12", "],"}}) {
    TextLine line = make_line(shown, 0, 0);
    line.words[0].link = 0;
    InlineBuilder builder(links);
    builder.add_line(line);
    const Inlines runs = builder.take();
    EXPECT_EQ(plain_text(runs), shown);
    std::string linked;
    for (const Inline& run : runs)
      if (!run.url.empty()) linked += run.text;
    EXPECT_EQ(linked, inside);
    EXPECT_EQ(runs.size(), 1U + (*before != 0) + (*after != 0)) << shown;
  }
}

TEST(InlineBuilder, MeantLineEndsHaveNoStyleOfScriptsAndNoLink) {
  const std::vector<Link> links{{.url = "mailto:a@example.org"}};
  TextLine a = make_line("a@example.org", 0, 0), b = make_line("London", 0, 12);
  a.words[0].link = 0;
  a.words[0].style = kSuperscript;
  InlineBuilder builder(links);
  builder.add_line(a);
  builder.add_newline();
  builder.add_line(b);
  const Inlines runs = builder.take();
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].text, "a@example.org");
  EXPECT_EQ(runs[1].text, "\nLondon");
}

TEST(InlineText, DropPrefixWorksOverRuns) {
  Inlines text{{.text = "3"}, {.style = kBold, .text = ". One"}, {.text = " two"}};
  drop_prefix(text, 3);
  EXPECT_EQ(plain_text(text), "One two");
  drop_prefix(text, 1000);
  EXPECT_TRUE(text.empty());
}

TEST(InlineText, UniformStyleIsCleared) {
  Inlines all{{.style = kBold, .text = "A "}, {.style = kBold | kItalic, .text = "title"}};
  clear_uniform_style(all, kBold);
  EXPECT_EQ(all[0].style, kPlain);
  EXPECT_EQ(all[1].style, kItalic);
  Inlines some{{.style = kBold, .text = "A "}, {.text = "title"}};
  clear_uniform_style(some, kBold);
  EXPECT_EQ(some[0].style, kBold);
}

TEST(InlineText, JoinedParagraphsFollowTheSameRules) {
  Inlines text{{.text = "an exam-"}};
  append_joined(text, {{.text = "ple"}});
  EXPECT_EQ(plain_text(text), "an exam\u00ADple");
  append_joined(text, {{.style = kItalic, .text = "more"}});
  EXPECT_EQ(plain_text(text), "an exam\u00ADple more");
}

}  // namespace
}  // namespace octavo::document
