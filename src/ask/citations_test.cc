#include "ask/citations.h"

#include <gtest/gtest.h>

namespace octavo::ask {
namespace {

using Labels = std::vector<std::string>;

TEST(Labels, AreTakenOutOfTheText) {
  const LabelledText read = read_labels("The fee is £ 29,120.00 [2:5].");
  EXPECT_EQ(read.text, "The fee is £ 29,120.00.");
  EXPECT_EQ(read.labels, (Labels{"[2:5]"}));
}

TEST(Labels, InTheFormsThatModelsWrite) {
  EXPECT_EQ(read_labels("Yes [ 2 : 5 ]").labels, (Labels{"[2:5]"}));
  EXPECT_EQ(read_labels("Yes [2:5, 3:1][2:5]").labels, (Labels{"[2:5]", "[3:1]"})) << "each once";
  EXPECT_EQ(read_labels("Yes [1:2:5]").labels, (Labels{"[1:2:5]"}));
  EXPECT_EQ(read_labels("\"Jonas Reuter\" [3:2]").text, "Jonas Reuter");
}

TEST(Labels, OtherBracketsStay) {
  for (const char* text : {"see [5]", "a [b:c]", "[2:]", "[:2]", "[1:2:3:4]", "[2:5", "x]"}) {
    EXPECT_EQ(read_labels(text).text, text);
    EXPECT_TRUE(read_labels(text).labels.empty()) << text;
  }
  EXPECT_EQ(read_labels("").text, "");
}

TEST(NothingFound, AsAskedForAndAsModelsSayIt) {
  for (const char* text : {"Not in the document.", "The passages do not mention it [1:2].",
                           "I'm sorry, but I cannot say.", "文档中没有提到。"})
    EXPECT_TRUE(says_nothing_found(text)) << text;
  for (const char* text : {"The document is dated 3 February.", "It is not due before May.", ""})
    EXPECT_FALSE(says_nothing_found(text)) << text;
}

}  // namespace
}  // namespace octavo::ask
