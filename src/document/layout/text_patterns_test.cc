#include "document/layout/text_patterns.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

TEST(TextPatterns, PageNumbers) {
  for (const char* text : {"7", " 12 ", "- 7 -", "xii", "Page 7 of 9", "7/9", "第 7 页", "A-11",
                           "7-45", "57165", "3 | P a g e", "[12]", "第 1 页 共 6 页"})
    EXPECT_TRUE(reads_as_page_number(text)) << text;
  for (const char* text :
       {"", "1234567", "Chapter 3", "12 apples", "a-b", "2020 annual report", "1.2.3", "civil war"})
    EXPECT_FALSE(reads_as_page_number(text)) << text;
}

TEST(TextPatterns, Captions) {
  const auto labelled = [](const char* text) {
    const CaptionStart start = caption_start(text);
    return start.found && start.labelled;
  };
  for (const char* text : {"Figure 3. What", "Fig. 2: What", "Table A-3. Number", "TABLE IV",
                           "图 3-1：说明", "[표 1] 표", "Abb. 7 – Bild", "Table 2 | Results"})
    EXPECT_TRUE(labelled(text)) << text;
  EXPECT_TRUE(caption_start("Table 3-1 Special registers").found);
  EXPECT_FALSE(caption_start("Table 3-1 Special registers").labelled);
  EXPECT_TRUE(caption_start("Table 3-1 Special registers").table);
  EXPECT_TRUE(caption_start("Figure 3 shows that").lower);
  for (const char* text :
       {"Figures are nice", "Figure it out", "Tables 3", "Tableware", "table", "图书馆", ""})
    EXPECT_FALSE(caption_start(text).found) << text;
}

TEST(TextPatterns, EquationNumbers) {
  for (const char* text : {"(3)", "(2.1a)", "[4]", "（5）", "(A.3)"})
    EXPECT_TRUE(is_equation_number(text)) << text;
  for (const char* text : {"(a)", "3", "(see 3)", "()", "(3) and"})
    EXPECT_FALSE(is_equation_number(text)) << text;
}

TEST(TextPatterns, ReferenceHeadings) {
  for (const char* text :
       {"References", "REFERENCES", "7. References", "参考文献", "Bibliography:"})
    EXPECT_TRUE(is_reference_heading(text)) << text;
  EXPECT_FALSE(is_reference_heading("References to the law"));
}

TEST(TextPatterns, Footnotes) {
  for (const char* text : {"1 See there", "* Corresponding", "†Equal", "12) See", "² See"})
    EXPECT_TRUE(starts_footnote(text)) << text;
  for (const char* text : {"1", "See 1", "1234 years", "§ 39.13"})
    EXPECT_FALSE(starts_footnote(text)) << text;
}

}  // namespace
}  // namespace octavo::document
