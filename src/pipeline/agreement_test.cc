#include "pipeline/agreement.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

std::vector<document::TextLine> lines_of(const std::string& text) {
  document::TextLine line;
  line.words.push_back({.text = text});
  return {line};
}

std::vector<document::PageBlock> blocks_of(const std::string& content, const std::string& cell) {
  document::PageBlock block;
  block.block.content = {{.text = content}};
  block.block.table.cells.push_back({.content = {{.text = cell}}});
  return {block};
}

TEST(SharedCharacters, CountsLettersAndDigitsInAnyOrder) {
  const std::string twenty = "abcdefghij0123456789";
  EXPECT_FLOAT_EQ(shared_characters(lines_of(twenty), blocks_of("9876543210", "JIHGFEDCBA!")), 1);
  EXPECT_FLOAT_EQ(shared_characters(lines_of(twenty), blocks_of("", "abcde")), 0.25F);
  EXPECT_FLOAT_EQ(shared_characters(lines_of(std::string(20, 'x')), blocks_of("xx", "")), 0.1F);
}

TEST(SharedCharacters, SaysNothingOfShortTexts) {
  EXPECT_FLOAT_EQ(shared_characters(lines_of("short"), blocks_of("other", "")), 1);
  EXPECT_FLOAT_EQ(shared_characters({}, {}), 1);
}

}  // namespace
}  // namespace octavo
