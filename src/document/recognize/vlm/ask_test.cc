#include "document/recognize/vlm/ask.h"

#include <gtest/gtest.h>

namespace octavo::document::protocol {
namespace {

TEST(Ask, HasTheModelsWordsAndSampling) {
  const Image picture(40, 40, 3);
  const VlmRequest table = content_request(BlockType::kTable, picture);
  EXPECT_EQ(table.prompt, "\nTable Recognition:");
  EXPECT_FLOAT_EQ(table.sampling.frequency_penalty, 0.005F);
  EXPECT_FLOAT_EQ(table.sampling.presence_penalty, 1);
  EXPECT_FLOAT_EQ(table.sampling.top_p, 0.01F);
  EXPECT_EQ(table.sampling.top_k, 1);
  EXPECT_EQ(table.sampling.no_repeat_ngram, 100);
  EXPECT_TRUE(table.keep_special);
  const VlmRequest code = content_request(BlockType::kCode, picture);
  EXPECT_EQ(code.prompt, "\nText Recognition:");
  EXPECT_FLOAT_EQ(code.sampling.frequency_penalty, 0.05F);
  EXPECT_EQ(prompt_of(BlockType::kEquation), "\nFormula Recognition:");
  EXPECT_EQ(prompt_of(BlockType::kChart), "\nImage Analysis:");
}

TEST(Ask, TakesWhatCame) {
  VlmBlock block;
  take_answer({.text = "words<|im_end|>", .finish = "stop"}, block);
  EXPECT_EQ(block.content, "words");
  take_answer({.text = "cut o", .finish = "length"}, block);
  EXPECT_EQ(block.content, "cut o");
  EXPECT_EQ(block.finish, "length");
  take_answer({.text = "a\xff", .finish = "stop"}, block);
  EXPECT_EQ(block.content, "a\ufffd");
  VlmBlock failed;
  take_answer({.text = "half", .finish = "error"}, failed);
  EXPECT_FALSE(failed.content.has_value());
  EXPECT_EQ(failed.finish, "error");
}

}  // namespace
}  // namespace octavo::document::protocol
