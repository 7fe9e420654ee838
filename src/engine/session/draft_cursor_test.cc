#include "engine/session/draft_cursor.h"

#include <gtest/gtest.h>

#include <string>

namespace octavo::engine {
namespace {

std::vector<TokenId> tokens(std::string_view text) {
  std::vector<TokenId> ids;
  for (const char c : text) ids.push_back(static_cast<unsigned char>(c));
  return ids;
}

// What the cursor expects after `text`: so many letters, '.' for the draft's end.
std::string next(std::string_view draft, std::string_view text, size_t letters = 1) {
  DraftCursor cursor(tokens(draft));
  const std::vector<TokenId> said = tokens(text);
  for (size_t length = 1; length <= said.size(); ++length)
    cursor.follow(std::span(said).first(length));
  std::string out;
  for (const TokenId id : cursor.ahead().first(std::min(letters, cursor.ahead().size())))
    out += static_cast<char>(id);
  return out.empty() ? "." : out;
}

constexpr std::string_view kDraft = "The quick brown fox jumps over the lazy dog";

TEST(DraftCursor, FollowsWhatIsRight) {
  EXPECT_EQ(next(kDraft, "", 3), "The");
  EXPECT_EQ(next(kDraft, "The qu", 3), "ick");
  EXPECT_EQ(next(kDraft, kDraft), ".");
  EXPECT_EQ(next("", "abc"), ".");
}

TEST(DraftCursor, AnotherTokenInItsPlace) {
  EXPECT_EQ(next(kDraft, "The q#", 3), "ick");
  EXPECT_EQ(next(kDraft, "The q##", 2), "ck");
  EXPECT_EQ(next(kDraft, "The qu#ck br", 3), "own");
}

TEST(DraftCursor, TokensTheDraftDoesNotHave) {
  EXPECT_EQ(next(kDraft, "The **qu", 3), "ick");
  EXPECT_EQ(next(kDraft, "# The quick", 6), " brown");
  EXPECT_EQ(next(kDraft, "The quick red and rather brown", 4), " fox");
}

TEST(DraftCursor, TokensTheTextDoesNotHave) {
  EXPECT_EQ(next(kDraft, "The fox ju", 3), "mps");
  EXPECT_EQ(next(kDraft, "quick br", 3), "own");
}

TEST(DraftCursor, FarAway) {
  std::string draft;
  for (int i = 0; i < 400; ++i) draft += "abcdefghij"[i * 7 % 10];
  draft += "the second part follows here";
  EXPECT_EQ(next(draft, "second part", 8), " follows");
  // And back again: the parts came in another order.
  EXPECT_EQ(next("one two three" + draft, "second part one tw", 3), "o t");
}

TEST(DraftCursor, TheNearerOfEquals) {
  // After "ab" comes "X" first and "Y" later; the text has already passed the first.
  const std::string gap(40, '-');
  EXPECT_EQ(next("1 abX " + gap + "2 abY", "1 abX 2 ab"), "Y");
  EXPECT_EQ(next("1 abX " + gap + "2 abY", "1 ab"), "X");
}

TEST(DraftCursor, AfterTheEnd) {
  EXPECT_EQ(next("abc", "abcdef"), ".");
  EXPECT_EQ(next("abcd", "abcdxyabc"), "d");
}

TEST(DraftCursor, HowMuchAgrees) {
  DraftCursor cursor(tokens(kDraft));
  const std::vector<TokenId> text = tokens("The q#ick");
  const int64_t agreed[] = {1, 2, 3, 4, 5, 0, 1, 2, 3};
  for (size_t i = 0; i < text.size(); ++i) {
    cursor.follow(std::span(text).first(i + 1));
    EXPECT_EQ(cursor.agreed(), agreed[i]) << i;
  }
}

TEST(DraftCursor, AHostileDraftCostsLittle) {
  // All alike, and a text that misses at every step: quadratic work would take minutes.
  std::vector<TokenId> draft(60'000, 'a'), text;
  for (int i = 0; i < 60'000; ++i) text.push_back(i % 4 == 3 ? 'b' : 'a');
  DraftCursor cursor(std::move(draft));
  for (size_t length = 1; length <= text.size(); ++length)
    cursor.follow(std::span(text).first(length));
  EXPECT_LE(cursor.agreed(), 3);
}

}  // namespace
}  // namespace octavo::engine
