#include "document/page/rules/merge_rules.h"
#include "tests/support/cpu_timer.h"

#include <gtest/gtest.h>

#include <limits>

namespace octavo::document {
namespace {

Rule across(float x0, float x1, float y, float thickness = 0.5f) {
  return {{x0, y - thickness / 2, x1, y + thickness / 2}, true};
}
Rule down(float y0, float y1, float x, float thickness = 0.5f) {
  return {{x - thickness / 2, y0, x + thickness / 2, y1}, false};
}

TEST(MergeRules, JoinsPiecesDrawnCellByCell) {
  const std::vector<Rule> rules{across(100, 150, 50), across(10, 60, 50),
                                across(60.5f, 100, 50.1f)};
  const auto merged = merge_rules(rules);
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_FLOAT_EQ(merged[0].rule.box.x0, 10);
  EXPECT_FLOAT_EQ(merged[0].rule.box.x1, 150);
  EXPECT_EQ(merged[0].parts, (std::vector<uint32_t>{0, 1, 2}));
}

TEST(MergeRules, ADoubleLineIsOneLine) {
  const auto merged = merge_rules(std::vector<Rule>{across(0, 100, 20), across(0, 100, 22)});
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_FLOAT_EQ(merged[0].rule.box.y0, 19.75f);
  EXPECT_FLOAT_EQ(merged[0].rule.box.y1, 22.25f);
  EXPECT_EQ(merge_rules(std::vector<Rule>{across(0, 100, 20), across(0, 100, 24)}).size(), 2u);
}

TEST(MergeRules, JoinsDashesButNotColumnRules) {
  std::vector<Rule> dashes;
  for (int i = 0; i < 10; ++i) dashes.push_back(down(8.0f * i, 8.0f * i + 4, 30));
  ASSERT_EQ(merge_rules(dashes).size(), 1u);
  // Partial rules under two header groups stand as near to each other, but are long.
  EXPECT_EQ(merge_rules(std::vector<Rule>{across(0, 80, 9), across(84, 160, 9)}).size(), 2u);
}

TEST(MergeRules, KeepsDirectionsApartAndSorted) {
  const auto merged = merge_rules(
      std::vector<Rule>{down(0, 50, 90), across(0, 50, 40), down(0, 50, 10), across(0, 50, 5)});
  ASSERT_EQ(merged.size(), 4u);
  EXPECT_EQ(merged[0].parts[0], 3u);
  EXPECT_EQ(merged[1].parts[0], 1u);
  EXPECT_EQ(merged[2].parts[0], 2u);
  EXPECT_EQ(merged[3].parts[0], 0u);
}

TEST(MergeRules, LeavesOutWhatIsNoBox) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(
      merge_rules(
          std::vector<Rule>{{{0, nan, 10, 1}, true}, {{0, 0, inf, 1}, true}, {{10, 0, 0, 1}, true}})
          .empty());
}

TEST(MergeRules, KeepsTheLongestOfTooMany) {
  std::vector<Rule> rules;
  for (int i = 0; i < 100; ++i) rules.push_back(across(0, 10.0f + i, 10.0f * i));
  const auto merged = merge_rules(rules, 5);
  ASSERT_EQ(merged.size(), 5u);
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(merged[i].parts[0], 95u + i);
}

TEST(MergeRules, ManyRulesTakeNoTime) {
  std::vector<Rule> rules;
  for (int64_t i = 0; i < 200'000; ++i) {
    const float a = static_cast<float>(i * 7919 % 60000) / 100;
    const float b = static_cast<float>(i * 104729 % 80000) / 100;
    rules.push_back(i % 2 ? across(a, a + 1, b) : down(b, b + 1, a));
  }
  const CpuTimer timer;
  EXPECT_LE(merge_rules(rules).size(), 20'000u);
  EXPECT_LT(timer.seconds(), 2);
}

}  // namespace
}  // namespace octavo::document
