#include "engine/tokenizer/tokenizer.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include "engine/checkpoint/test_files.h"
#include "engine/tokenizer/test_tokenizer_json.h"
#include "tests/support/cpu_timer.h"

namespace octavo::engine {
namespace {

using Ids = std::vector<TokenId>;
constexpr auto kParse = SpecialTokens::kParse;
constexpr auto kAsText = SpecialTokens::kAsText;

Result<Tokenizer> tokenizer_of(const TokenizerJsonParts& parts) {
  const TestFolder folder;
  return Tokenizer::load_json(folder.write("tokenizer.json", parts.text()));
}

Ids bytes_as_ids(std::string_view text) {
  Ids ids;
  for (const char c : text) ids.push_back(static_cast<uint8_t>(c));
  return ids;
}

TEST(Tokenizer, MergesWithinPieces) {
  const auto tokenizer = tokenizer_of({});
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  EXPECT_EQ(tokenizer->encode("hello", kParse), Ids{259});
  EXPECT_EQ(tokenizer->encode("hell", kParse), Ids{258});
  EXPECT_EQ(tokenizer->encode("he'll", kParse), (Ids{256, '\'', 257}));
  EXPECT_EQ(tokenizer->encode("", kParse), Ids{});
  EXPECT_EQ(tokenizer->encode("h e", kParse), (Ids{'h', ' ', 'e'}));
  EXPECT_EQ(tokenizer->size(), 262);
}

TEST(Tokenizer, SpecialTokensAndText) {
  const auto tokenizer = tokenizer_of({});
  EXPECT_EQ(tokenizer->encode("hello<|end|>he<nl>", kParse), (Ids{259, 260, 256, 261}));
  Ids expected = {259};
  for (const TokenId id : bytes_as_ids("<|end|>he")) expected.push_back(id);
  expected.resize(expected.size() - 2);
  expected.insert(expected.end(), {256, 261});
  // Only special tokens become text; "<nl>" is an ordinary one.
  EXPECT_EQ(tokenizer->encode("hello<|end|>he<nl>", kAsText), expected);
  EXPECT_TRUE(tokenizer->is_special(260));
  EXPECT_FALSE(tokenizer->is_special(261));
}

TEST(Tokenizer, TextOfIds) {
  const auto tokenizer = tokenizer_of({});
  EXPECT_EQ(tokenizer->bytes_of(259), "hello");
  EXPECT_EQ(tokenizer->bytes_of(0xE9), "\xE9");
  EXPECT_EQ(tokenizer->bytes_of(-1), "");
  EXPECT_EQ(tokenizer->bytes_of(262), "");
  EXPECT_EQ(tokenizer->decode(Ids{259, 260, 0xC3, 0xA9, 261}, false), "hello<|end|>é<nl>");
  EXPECT_EQ(tokenizer->decode(Ids{259, 260, 0xC3, 0xA9, 261}, true), "helloé<nl>");
  EXPECT_EQ(tokenizer->decode(Ids{0xC3, 260, 0xF0, 0x9F}, false), "\uFFFD<|end|>\uFFFD");
  EXPECT_EQ(tokenizer->id_of("hello"), 259);
  EXPECT_EQ(tokenizer->id_of("<|end|>"), 260);
  EXPECT_EQ(tokenizer->id_of(" "), ' ');
  EXPECT_EQ(tokenizer->id_of("absent"), -1);
  EXPECT_EQ(tokenizer->id_of(""), -1);
}

TEST(Tokenizer, NormalizesUnlessTheFileDoesNot) {
  const auto nfc = tokenizer_of({});
  EXPECT_EQ(nfc->encode("e\u0301", kParse), bytes_as_ids("é"));
  TokenizerJsonParts parts;
  parts.normalizer = "null";
  EXPECT_EQ(tokenizer_of(parts)->encode("e\u0301", kParse), bytes_as_ids("e\u0301"));
}

TEST(Tokenizer, AddedTokensBeforeAndAfterNormalizing) {
  TokenizerJsonParts parts;
  parts.added = R"([{"id":260,"content":"20K","normalized":true,"special":false},)"
                R"({"id":261,"content":"30K","normalized":false,"special":false}])";
  const auto tokenizer = tokenizer_of(parts);
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  EXPECT_EQ(tokenizer->encode("20\u212A", kParse), Ids{260});  // the Kelvin sign becomes K
  EXPECT_EQ(tokenizer->encode("30\u212A", kParse), bytes_as_ids("30K"));
  EXPECT_EQ(tokenizer->encode("30K20K", kParse), (Ids{261, 260}));
}

TEST(Tokenizer, BrokenBytesBecomeReplacementCharacters) {
  const auto tokenizer = tokenizer_of({});
  EXPECT_EQ(tokenizer->encode("\xE2\x82he\xFF", kParse),
            tokenizer->encode("\uFFFDhe\uFFFD", kParse));
}

TEST(Tokenizer, AWholePieceGoesBeforeMergesWhereTheFileSaysSo) {
  TokenizerJsonParts parts;
  parts.more_vocabulary = R"(,"he":256,"ehe":257)";
  parts.merges = R"(["h e"])";
  parts.added = "[]";
  EXPECT_EQ(tokenizer_of(parts)->encode("ehe", kParse), (Ids{'e', 256}));
  parts.model_settings += R"(,"ignore_merges":true)";
  EXPECT_EQ(tokenizer_of(parts)->encode("ehe", kParse), Ids{257});
}

// Long enough that repeated pieces come from the cache.
TEST(Tokenizer, LongTextIsThereAndBackAgain) {
  const auto tokenizer =
      Tokenizer::load_json(OCTAVO_SOURCE_DIR "/tests/golden/engine/tokenizer_small.json");
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text +=
        "The page " + std::to_string(i * 7919) + " of a document: 文档 " + (i % 3 ? "\n" : "é ");
  const Ids ids = tokenizer->encode(text, kParse);
  EXPECT_EQ(tokenizer->decode(ids, false), text);
  Ids joined;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.size(), text.find('\n', at) + 1);
    const Ids line = tokenizer->encode(text.substr(at, end - at), kParse);
    joined.insert(joined.end(), line.begin(), line.end());
    at = end == 0 ? text.size() : end;
  }
  EXPECT_EQ(ids, joined);  // a line's end is a piece's end here
}

TEST(Tokenizer, HostileTextTakesLinearTime) {
  const auto tokenizer =
      Tokenizer::load_json(OCTAVO_SOURCE_DIR "/tests/golden/engine/tokenizer_small.json");
  for (const std::string unit : {"a", " ", "\n", " \n", "'", "<|", "<nl>",
                                 "👩‍👩‍👧‍👦", "\u0301", "中", "ab", "\xFF"}) {
    std::string text;
    while (text.size() < (size_t(1) << 20)) text += unit;
    const CpuTimer timer;
    EXPECT_FALSE(tokenizer->encode(text, kAsText).empty());
    EXPECT_LT(timer.seconds(), 2) << unit;
  }
}

TEST(Tokenizer, FilesThatAreNone) {
  const TestFolder folder;
  EXPECT_EQ(Tokenizer::load_json(folder / "absent").error().code, Code::kFileNotFound);
  EXPECT_FALSE(Tokenizer::load_json(folder.string()).ok());
  EXPECT_EQ(Tokenizer::load_json(folder.write("t", "{}")).error().code, Code::kModelInvalid);
}

}  // namespace
}  // namespace octavo::engine
