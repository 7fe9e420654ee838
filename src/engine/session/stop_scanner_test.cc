#include "engine/session/stop_scanner.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

using Pieces = std::vector<std::string>;

// What is shown after each piece, and at the end.
Pieces shown(Pieces stops, const Pieces& pieces, std::string* text = nullptr) {
  StopScanner scanner(std::move(stops));
  Pieces out;
  for (const std::string& piece : pieces) out.emplace_back(scanner.append(piece));
  out.emplace_back(scanner.finish());
  if (text != nullptr) *text = scanner.text();
  return out;
}

TEST(StopScanner, WithoutStopsEverythingAtOnce) {
  EXPECT_EQ(shown({}, {"a", "", "bc"}), (Pieces{"a", "", "bc", ""}));
}

TEST(StopScanner, InOnePiece) {
  std::string text;
  EXPECT_EQ(shown({"END"}, {"one END two"}, &text), (Pieces{"one ", ""}));
  EXPECT_EQ(text, "one ");
}

TEST(StopScanner, AcrossPieces) {
  EXPECT_EQ(shown({"END"}, {"a E", "N", "D b", "c"}), (Pieces{"a ", "", "", "", ""}));
}

TEST(StopScanner, WhatOnlyLookedLikeOneIsShownLater) {
  EXPECT_EQ(shown({"END"}, {"a E", "N", "X"}), (Pieces{"a ", "", "ENX", ""}));
  EXPECT_EQ(shown({"END"}, {"E", "END"}), (Pieces{"", "E", ""}));
  EXPECT_EQ(shown({"END"}, {"a EN"}), (Pieces{"a ", "EN"}));
}

TEST(StopScanner, EarliestOfSeveral) {
  std::string text;
  EXPECT_EQ(shown({"yz", "xyz", "q"}, {"wx", "yzq"}, &text), (Pieces{"w", "", ""}));
  EXPECT_EQ(text, "w");
  EXPECT_EQ(shown({"b", "abc"}, {"a", "b"}), (Pieces{"", "a", ""}));
}

TEST(StopScanner, SelfOverlapping) {
  EXPECT_EQ(shown({"aab"}, {"a", "a", "a", "b"}), (Pieces{"", "", "a", "", ""}));
  EXPECT_EQ(shown({"abab"}, {"ab", "x", "abab"}), (Pieces{"", "abx", "", ""}));
}

TEST(StopScanner, AtTheVeryBeginning) {
  std::string text = "unset";
  EXPECT_EQ(shown({"\n"}, {"\nabc"}, &text), (Pieces{"", ""}));
  EXPECT_EQ(text, "");
}

TEST(StopScanner, SaysThatItStopped) {
  StopScanner scanner({"stop"});
  scanner.append("st");
  EXPECT_FALSE(scanner.stopped());
  scanner.append("op");
  EXPECT_TRUE(scanner.stopped());
  EXPECT_EQ(scanner.append("more"), "");
}

}  // namespace
}  // namespace octavo::engine
