#include "pipeline/page_ranges.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

std::vector<int> pages(const char* text, int count) {
  auto ranges = parse_page_ranges(text);
  EXPECT_TRUE(ranges.ok()) << text;
  auto selected = select_pages(*ranges, count);
  EXPECT_TRUE(selected.ok()) << text;
  return *selected;
}

TEST(PageRanges, EveryForm) {
  EXPECT_EQ(pages("3", 5), (std::vector{2}));
  EXPECT_EQ(pages("1-3", 5), (std::vector{0, 1, 2}));
  EXPECT_EQ(pages("2~4", 5), (std::vector{1, 2, 3}));
  EXPECT_EQ(pages("-1", 5), (std::vector{4}));
  EXPECT_EQ(pages("-2--1", 5), (std::vector{3, 4}));
  EXPECT_EQ(pages("-2~-1", 5), (std::vector{3, 4}));
  EXPECT_EQ(pages("4-", 5), (std::vector{3, 4}));
  EXPECT_EQ(pages("1-10,-1", 12), (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11}));
  EXPECT_EQ(pages("5, 1, 1-2", 5), (std::vector{0, 1, 4}));  // ascending, once
  EXPECT_EQ(pages("4-99", 5), (std::vector{3, 4}));          // cut to the document
  EXPECT_EQ(pages("2--2", 5), (std::vector{1, 2, 3}));       // from the front to the back
}

TEST(PageRanges, RefusesWhatItCannotMean) {
  for (const char* text :
       {"", "0", "a", "1-0", "3-2", "-1--2", "1,,2", "1-2-3", "1.5", "99999999999"}) {
    const auto ranges = parse_page_ranges(text);
    ASSERT_FALSE(ranges.ok()) << text;
    EXPECT_EQ(ranges.error().code, Code::kPageRangeInvalid);
  }
}

TEST(PageRanges, NothingSelectedIsAnError) {
  EXPECT_EQ(select_pages({{7, 9}}, 5).error().code, Code::kPageRangeInvalid);
  EXPECT_EQ(select_pages({}, 3)->size(), 3u);
}

}  // namespace
}  // namespace octavo
