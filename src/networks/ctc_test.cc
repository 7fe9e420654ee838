#include "networks/ctc.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

constexpr char32_t kAlphabet[] = {0, U'a', U'b', U' '};

// One step a character: '-' blank, else its class at probability 0.9 (or 0.6 in capitals).
std::vector<float> steps(std::string_view classes) {
  std::vector<float> out;
  for (const char c : classes) {
    const float p = c == 'A' || c == 'B' ? 0.6F : 0.9F;
    const size_t best = c == '-' ? 0 : c == 'a' || c == 'A' ? 1 : c == 'b' || c == 'B' ? 2 : 3;
    for (size_t i = 0; i < 4; ++i) out.push_back(i == best ? p : (1 - p) / 3);
  }
  return out;
}

std::string text(std::string_view classes) {
  RecognizedText read;
  read.characters = read_steps(steps(classes), kAlphabet);
  return read.text();
}

TEST(Ctc, RepeatsCollapseBlanksSeparate) {
  EXPECT_EQ(text("aa-ab"), "aab");
  EXPECT_EQ(text("aaab"), "ab");
  EXPECT_EQ(text("--a--"), "a");
  EXPECT_EQ(text("a-a-a"), "aaa");
  EXPECT_EQ(text("a _b"), "a b");
  EXPECT_EQ(text("----"), "");
  EXPECT_EQ(text(""), "");
}

TEST(Ctc, ConfidenceIsOfTheFirstStep) {
  const auto characters = read_steps(steps("-Aab"), kAlphabet);
  ASSERT_EQ(characters.size(), 2u);
  EXPECT_NEAR(characters[0].confidence, 0.6F, 1e-6F);
  EXPECT_NEAR(characters[1].confidence, 0.9F, 1e-6F);
}

TEST(Ctc, CharactersReachHalfWayToTheirNeighbours) {
  // Ten steps: middles at 0.15, 0.35 and 0.95; distances 0.2 and 0.6, the usual one is 0.6.
  const auto c = read_steps(steps("-a-b-----a"), kAlphabet);
  ASSERT_EQ(c.size(), 3u);
  EXPECT_NEAR(c[0].x1, 0.25F, 1e-6F);
  EXPECT_NEAR(c[1].x0, 0.25F, 1e-6F);
  EXPECT_NEAR(c[1].x1, 0.65F, 1e-6F);
  EXPECT_NEAR(c[2].x0, 0.65F, 1e-6F);
  EXPECT_EQ(c[0].x0, 0);  // clipped
  EXPECT_EQ(c[2].x1, 1);
  for (const auto& character : c) EXPECT_LT(character.x0, character.x1);
}

TEST(Ctc, BrokenLengthIsCutToWholeSteps) {
  auto values = steps("ab");
  values.pop_back();
  EXPECT_EQ(read_steps(values, kAlphabet).size(), 1u);
  EXPECT_TRUE(read_steps(values, {}).empty());
}

TEST(Ctc, LargeAlphabetFindsTheOnlyPeak) {
  std::vector<char32_t> alphabet(1000);
  for (size_t i = 0; i < alphabet.size(); ++i) alphabet[i] = static_cast<char32_t>(0x4E00 + i);
  for (const size_t peak : {size_t{1}, size_t{15}, size_t{16}, size_t{991}, size_t{999}}) {
    std::vector<float> values(alphabet.size(), 0.0005F);
    values[peak] = 0.5F;
    const auto c = read_steps(values, alphabet);
    ASSERT_EQ(c.size(), 1u) << peak;
    EXPECT_EQ(c[0].code, alphabet[peak]);
  }
}

}  // namespace
}  // namespace octavo
