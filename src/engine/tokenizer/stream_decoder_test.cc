#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"
#include "engine/checkpoint/test_files.h"
#include "engine/tokenizer/test_tokenizer_json.h"
#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {
namespace {

class StreamDecoderTest : public testing::Test {
 protected:
  StreamDecoderTest() {
    const TestFolder folder;
    tokenizer_ = std::make_unique<Tokenizer>(
        Tokenizer::load_json(folder.write("t.json", TokenizerJsonParts().text())).value());
  }
  std::unique_ptr<Tokenizer> tokenizer_;
};

TEST_F(StreamDecoderTest, HoldsBackWhatMayBecomeACharacter) {
  StreamDecoder decoder(*tokenizer_, false);
  EXPECT_EQ(decoder.push(259), "hello");
  EXPECT_EQ(decoder.push(0xF0), "");
  EXPECT_EQ(decoder.push(0x9F), "");
  EXPECT_EQ(decoder.push(0x98), "");
  EXPECT_EQ(decoder.push(0x80), "😀");
  EXPECT_EQ(decoder.push(0xC3), "");
  EXPECT_EQ(decoder.push('x'), "\uFFFDx");
  EXPECT_EQ(decoder.push(0x80), "\uFFFD");
  EXPECT_EQ(decoder.push(0xE2), "");
  EXPECT_EQ(decoder.finish(), "\uFFFD");
  EXPECT_EQ(decoder.finish(), "");
}

TEST_F(StreamDecoderTest, SpecialTokens) {
  StreamDecoder all(*tokenizer_, false), plain(*tokenizer_, true);
  EXPECT_EQ(all.push(260), "<|end|>");
  EXPECT_EQ(plain.push(260), "");
  EXPECT_EQ(plain.push(261), "<nl>");
  // A skipped token does not end a character, as in decode().
  EXPECT_EQ(plain.push(0xC3), "");
  EXPECT_EQ(plain.push(260), "");
  EXPECT_EQ(plain.push(0xA9), "é");
  EXPECT_EQ(plain.push(-5), "");
  EXPECT_EQ(plain.push(1'000'000), "");
}

// Whatever the ids, the parts are valid and together the same as all at once.
TEST_F(StreamDecoderTest, AsDecode) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<TokenId> ids(random() % 12);
    for (TokenId& id : ids)
      id = static_cast<TokenId>(random() % 2 ? 0x80 + random() % 128 : random() % 264);
    const bool skip = round % 2 == 0;
    StreamDecoder decoder(*tokenizer_, skip);
    std::string all;
    for (const TokenId id : ids) {
      const std::string part = decoder.push(id);
      ASSERT_TRUE(is_valid_utf8(part));
      all += part;
    }
    all += decoder.finish();
    ASSERT_EQ(all, tokenizer_->decode(ids, skip));
  }
}

}  // namespace
}  // namespace octavo::engine
