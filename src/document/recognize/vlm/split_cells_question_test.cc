#include "document/recognize/vlm/split_cells_question.h"

#include <gtest/gtest.h>

namespace octavo::document::protocol {
namespace {

TEST(SplitCellsQuestion, IsWordedAsTheModelKnowsIt) {
  const VlmRequest request = split_cells_request({"9", "it's"}, {"", "a \"b\" 'c'\\"});
  EXPECT_EQ(request.prompt,
            "Please merge the next two tables.\n\n"
            "## Table 1 (Previous Page - Last Table)\n\n"
            "**Caption:** (No caption)\n**Last Row(s) Data:**\n[['9', \"it's\"]]\n\n---\n\n"
            "## Table 2 (Current Page - First Table)\n\n"
            "**Caption:** (No caption)\n**First Data Row(s):**\n[['', 'a \"b\" \\'c\\'\\\\']]");
  EXPECT_TRUE(request.images.empty());
  EXPECT_FLOAT_EQ(request.sampling.presence_penalty, 1);
}

TEST(SplitCellsQuestion, TakesTheFirstListOfFlags) {
  using Flags = std::vector<bool>;
  EXPECT_EQ(read_split_cells("[0, 1]", 2), (Flags{false, true}));
  EXPECT_EQ(read_split_cells("The answer [see] is [1,0, 1].", 3), (Flags{true, false, true}));
  EXPECT_EQ(read_split_cells("[0, 1]", 3), std::nullopt);
  for (const char* odd : {"", "[", "[]", "[0 1]", "[0, 2]", "[0,", "01"})
    EXPECT_EQ(read_split_cells(odd, 2), std::nullopt) << odd;
}

}  // namespace
}  // namespace octavo::document::protocol
