#include "engine/tokenizer/nfc.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "tests/support/cpu_timer.h"

namespace octavo::engine {
namespace {

TEST(Nfc, ComposesAndOrders) {
  EXPECT_EQ(to_reference_nfc("e\u0301"), "é");
  EXPECT_EQ(to_reference_nfc("q\u0307\u0323"), "q\u0323\u0307");
  EXPECT_EQ(to_reference_nfc("e\u0302\u0301"), "ế");
  EXPECT_EQ(to_reference_nfc("e\u0301\u0302"), "é\u0302");
  EXPECT_EQ(to_reference_nfc("か\u3099"), "が");
  EXPECT_EQ(to_reference_nfc("\u1100\u1161\u11A8"), "각");
  EXPECT_EQ(to_reference_nfc("가\u11A8"), "각");
  EXPECT_EQ(to_reference_nfc("\u2126\u212B"), "ΩÅ");
  EXPECT_EQ(to_reference_nfc("\u0958"), "\u0915\u093C");  // excluded from composition
  EXPECT_EQ(to_reference_nfc("ﬁ①"), "ﬁ①");                // compatibility forms stay
  EXPECT_EQ(to_reference_nfc(""), "");
}

TEST(Nfc, BlockedMarksStay) {
  EXPECT_EQ(to_reference_nfc("a\u0315\u0300"), "à\u0315");
  EXPECT_EQ(to_reference_nfc("a\u030A\u030A"), "å\u030A");
  EXPECT_EQ(to_reference_nfc("\u0301e"), "\u0301e");
  EXPECT_EQ(to_reference_nfc("\u09C7x\u09BE"), "\u09C7x\u09BE");
  EXPECT_EQ(to_reference_nfc("\u09C7\u09BE"), "\u09CB");
}

// Marks that came after Unicode 9 do not move; U+0898 has class 230 today, and U+0323 has 220.
TEST(Nfc, KnowsUnicode9) {
  EXPECT_EQ(to_reference_nfc("x\u0898\u0323"), "x\u0898\u0323");
  EXPECT_EQ(to_reference_nfc("x\u0300\u0323"), "x\u0323\u0300");
  EXPECT_EQ(to_reference_nfc("\U00011935\U00011930"), "\U00011935\U00011930");
  EXPECT_EQ(to_reference_nfc("\U00011938"), "\U00011938");
}

// For single characters, and for letters with the commonest mark, the general function is right:
// the newer marks are not among them.
TEST(Nfc, EveryCharacterAsTheGeneralFunction) {
  for (char32_t c = 1; c < 0x30000; ++c) {
    if ((c >= 0xD800 && c < 0xE000) || c == 0x11938) continue;
    std::string text;
    append_utf8(text, c);
    const std::string nfc = to_nfc(text);
    ASSERT_EQ(to_reference_nfc(text), nfc) << std::hex << static_cast<uint32_t>(c);
    ASSERT_TRUE(nfc == text || !is_plainly_nfc(text));
    if (!is_letter(c)) continue;
    ASSERT_EQ(to_reference_nfc(text + "\u0301"), to_nfc(text + "\u0301"));
  }
}

TEST(Nfc, PlainTextNeedsNoWork) {
  EXPECT_TRUE(is_plainly_nfc("Plain café 日本語 中文, каша."));
  EXPECT_FALSE(is_plainly_nfc("e\u0301"));
  EXPECT_FALSE(is_plainly_nfc("\u1161"));
}

TEST(Nfc, AMillionMarksAreNoTrouble) {
  std::string text = "a";
  while (text.size() < 1'000'000) text += "\u0301\u0323\u0334";
  const CpuTimer timer;
  const std::string out = to_reference_nfc(text);
  EXPECT_LT(timer.seconds(), 2);
  EXPECT_TRUE(out.starts_with("ạ\u0334\u0334"));
}

}  // namespace
}  // namespace octavo::engine
