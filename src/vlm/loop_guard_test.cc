#include "vlm/loop_guard.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

// Feeds pieces of `size` bytes until the guard stops; returns how many bytes it took.
size_t feed(LoopGuard& guard, std::string_view text, size_t size) {
  for (size_t at = 0; at < text.size(); at += size)
    if (!guard.add(text.substr(at, size))) return at + size;
  return text.size();
}

std::string repeated(const std::string& unit, size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += unit;
  return text;
}

TEST(LoopGuard, StopsAndCutsAtTheFirstRound) {
  const std::string start = "The quick brown fox. ";
  for (const size_t period : {1u, 2u, 7u, 200u, 682u}) {
    std::string unit = "<";
    for (size_t i = 1; i < period; ++i) unit += static_cast<char>('a' + i * i % 23);
    LoopGuard guard;
    const size_t taken = feed(guard, start + repeated(unit, 20'000), 5);
    EXPECT_TRUE(guard.looped()) << period;
    EXPECT_LE(taken, start.size() + LoopGuard::kLongest + period + 300) << period;
    EXPECT_EQ(guard.text(), start + unit) << period;
  }
}

TEST(LoopGuard, SeesALoopOfWholeParagraphs) {
  std::string unit;
  for (int i = 0; i < 250; ++i) unit += std::to_string(i * i * 37 % 1009) + " ";
  LoopGuard guard;
  feed(guard, repeated(unit, 20'000), 11);
  ASSERT_LT(unit.size(), LoopGuard::kLongest);
  EXPECT_TRUE(guard.looped());
  EXPECT_EQ(guard.text(), unit);
}

TEST(LoopGuard, LeavesTablesAndLeadersAlone) {
  const std::string zeros = repeated("<fcel>0<fcel>0<fcel>0<fcel>0<nl>", 1'500);
  std::string contents;
  for (int i = 0; i < 80; ++i)
    contents += "Chapter " + std::to_string(i) + " " + std::string(60, '.') + " " +
                std::to_string(i * 3) + "\n";
  std::string numbers;
  for (int i = 0; i < 2'000; ++i) numbers += "<fcel>" + std::to_string(i % 7 * i) + "<nl>";
  for (const std::string& text : {zeros, contents, numbers}) {
    LoopGuard guard;
    EXPECT_EQ(feed(guard, text, 3), text.size());
    EXPECT_FALSE(guard.looped());
    EXPECT_EQ(guard.text(), text);
  }
}

}  // namespace
}  // namespace octavo
