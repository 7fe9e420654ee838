#include "engine/session/drafter.h"

#include <gtest/gtest.h>

#include <string>

namespace octavo::engine {
namespace {

std::vector<TokenId> tokens(std::string_view text) {
  std::vector<TokenId> ids;
  for (const char c : text) ids.push_back(static_cast<unsigned char>(c));
  return ids;
}

std::string guess_of(const Drafter& drafter) {
  std::string text;
  for (const TokenId id : drafter.guess()) text += static_cast<char>(id);
  return text;
}

void follow(Drafter& drafter, std::string_view text) {
  const std::vector<TokenId> ids = tokens(text);
  for (size_t length = 1; length <= ids.size(); ++length)
    drafter.follow(std::span(ids).first(length));
}

TEST(Drafter, ChancesFallAlongTheGuess) {
  Drafter drafter(tokens("abcdefgh"), 4);
  EXPECT_EQ(guess_of(drafter), "abcd");
  double before = 1;
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_GT(drafter.chance(i), 0);
    EXPECT_LT(drafter.chance(i), before);
    before = drafter.chance(i);
  }
}

TEST(Drafter, HitsRaiseTheChanceAndMissesLowerIt) {
  const std::string text = "a draft that is right for a while";
  Drafter right(tokens(text), 4), wrong(tokens(std::string(40, '#')), 4);
  const double before = right.chance(0);
  follow(right, text.substr(0, 20));
  follow(wrong, text.substr(0, 20));
  EXPECT_GT(right.chance(0), before);
  EXPECT_LT(wrong.chance(0), before / 3);
}

TEST(Drafter, ABadSourceIsHeardAgainWhenItHasBecomeGood) {
  const std::string noise = "0123456789qwertzuiop+", text = "and then all is as the draft says";
  Drafter drafter(tokens(std::string(20, '#') + text), 8);
  follow(drafter, noise);
  const double low = drafter.chance(0);
  follow(drafter, noise + text.substr(0, 20));
  EXPECT_EQ(guess_of(drafter), text.substr(20, 8));
  EXPECT_GT(drafter.chance(0), 2 * low);
}

TEST(Drafter, TheLikelierOfDraftAndPast) {
  Drafter drafter(tokens("nothing of this is ever said ......"), 4);
  drafter.look_back_on(tokens("<row><cell>1<cell>2"), -1, 100);
  follow(drafter, "<row><cell>1<cell>2<row><cell>1<c");
  EXPECT_EQ(guess_of(drafter), "ell>");
}

TEST(Drafter, NothingToSay) {
  Drafter drafter({}, 4);
  EXPECT_TRUE(drafter.guess().empty());
  follow(drafter, "aaaaaa");
  EXPECT_TRUE(drafter.guess().empty());  // it was not to look back
  drafter.look_back_on({}, -1, 100);
  follow(drafter, "aaaaaa");
  EXPECT_EQ(guess_of(drafter), "aaaa");
}

}  // namespace
}  // namespace octavo::engine
