#include "token_ids.h"

#include <gtest/gtest.h>

namespace octavo::cli {
namespace {

TEST(TokenIds, AllFormsOfLists) {
  const std::vector<int32_t> expected{1, 22, 151643};
  for (const char* text :
       {"1 22 151643", "[1, 22, 151643]\n", "1,22,151643", "\t1\r\n22 151643 "}) {
    const auto ids = read_token_ids(text);
    ASSERT_TRUE(ids.ok()) << text;
    EXPECT_EQ(*ids, expected) << text;
  }
  EXPECT_TRUE(read_token_ids("").ok());
  EXPECT_TRUE(read_token_ids(" [] ")->empty());
}

TEST(TokenIds, NoNumbers) {
  for (const char* text : {"1 x", "1.5", "99999999999", "0x10", "1;2"}) {
    const auto ids = read_token_ids(text);
    ASSERT_FALSE(ids.ok()) << text;
    EXPECT_EQ(ids.error().code, Code::kInvalidArgument);
  }
  EXPECT_EQ(read_token_ids("1 1;2").error().what, "'1;2' is no token number");
}

}  // namespace
}  // namespace octavo::cli
