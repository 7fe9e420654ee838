// Pages made to hurt: every line must still be in exactly one region, in bounded time.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "document/layout/test_page.h"
#include "tests/support/cpu_timer.h"

namespace octavo::document {
namespace {

constexpr double kSeconds = 8;  // ten times what it needs

void expect_each_line_once(TestPage& page) {
  const CpuTimer timer;
  const Layout layout = page.analyze();
  EXPECT_LT(timer.seconds(), kSeconds);
  std::vector<int> seen(page.page.lines.size(), 0);
  for (const Region& region : layout.regions)
    for (const uint32_t i : region.lines) {
      ASSERT_LT(i, seen.size());
      ++seen[i];
    }
  for (size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], 1) << "line " << i;
}

// A small generator: the same pages everywhere.
class Random {
 public:
  float upto(float most) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return most * static_cast<float>(state_ >> 40) / static_cast<float>(1 << 24);
  }

 private:
  uint64_t state_ = 1;
};

TEST(HostilePages, Empty) {
  TestPage page;
  EXPECT_TRUE(page.analyze().regions.empty());
}

TEST(HostilePages, FiftyThousandTinyLines) {
  TestPage page;
  Random random;
  for (int i = 0; i < 50'000; ++i)
    page.line(random.upto(590), random.upto(790), "x", {.size = 2, .width = 3});
  expect_each_line_once(page);
}

TEST(HostilePages, AllLinesOverlap) {
  TestPage page;
  for (int i = 0; i < 20'000; ++i) page.line(100, 100, "x", {.width = 300});
  expect_each_line_once(page);
}

TEST(HostilePages, LinesAsHighAsThePage) {
  TestPage page;
  for (int i = 0; i < 5'000; ++i)
    page.line(static_cast<float>(i % 500), 10, "x", {.size = 780, .width = 1});
  expect_each_line_once(page);
}

TEST(HostilePages, TwoHundredThousandRules) {
  TestPage page;
  Random random;
  page.column(60, 60, 480, 40, "A");
  for (int i = 0; i < 200'000; ++i) {
    const float x = random.upto(500), y = random.upto(700);
    if (i % 2 == 0)
      page.rule(x, y, x + random.upto(90), y + 0.5F);
    else
      page.rule(x, y, x + 0.5F, y + random.upto(90));
  }
  expect_each_line_once(page);
}

TEST(HostilePages, ManyRulesWithTheSameEnds) {
  TestPage page;
  for (int i = 0; i < 20'000; ++i)
    page.rule(60, 10 + 0.035F * static_cast<float>(i), 540,
              10.01F + 0.035F * static_cast<float>(i));
  for (int i = 0; i < 2'000; ++i)
    page.line(static_cast<float>(60 + (i % 4) * 120), 10 + 0.35F * static_cast<float>(i), "1");
  expect_each_line_once(page);
}

TEST(HostilePages, ManyShapes) {
  TestPage page;
  Random random;
  page.column(60, 60, 480, 40, "A");
  for (int i = 0; i < 200'000; ++i) {
    const float x = random.upto(590), y = random.upto(790);
    page.shape({x, y, x + random.upto(600), y + random.upto(800)}, i % 3 == 0);
  }
  expect_each_line_once(page);
}

TEST(HostilePages, ManyTurnedLines) {
  TestPage page;
  Random random;
  for (int i = 0; i < 10'000; ++i)
    page.line(random.upto(590), random.upto(790), "x",
              {.size = 4, .width = 6, .angle = 90 * (i % 4), .vertical = i % 5 == 0});
  expect_each_line_once(page);
}

TEST(HostilePages, BoxesThatAreNoBoxes) {
  TestPage page;
  page.column(60, 60, 480, 5, "A");
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const PointBox& box :
       {PointBox{kNan, 0, 10, 10}, PointBox{0, 0, kInfinity, 10}, PointBox{-kInfinity, kNan, 0, 0},
        PointBox{-500, -500, -400, -490}, PointBox{300, 200, 100, 190}, PointBox{50, 50, 50, 50},
        PointBox{1e30F, 1e30F, 2e30F, 2e30F}}) {
    page.line(0, 0, "bad");
    page.page.lines.back().box = box;
    page.page.lines.back().size = box.x0;
    page.page.lines.back().baseline = box.y1;
    page.rule(0, 0, 10, 1);
    page.page.content.rules.back().box = box;
    page.shape(box, true);
    page.picture(box);
  }
  expect_each_line_once(page);
  for (const Region& region : page.analyze().regions) {
    EXPECT_TRUE(std::isfinite(region.box.x0) && std::isfinite(region.box.y1));
    EXPECT_GE(region.box.x0, 0);
    EXPECT_LE(region.box.x1, 600);
  }
}

TEST(HostilePages, PageWithoutSize) {
  TestPage page(0, 0);
  page.line(10, 10, "lost");
  expect_each_line_once(page);
}

TEST(HostilePages, SameAnswerTwice) {
  TestPage page;
  Random random;
  for (int i = 0; i < 800; ++i)
    page.line(random.upto(560), random.upto(780), "word", {.size = 6 + random.upto(8)});
  EXPECT_EQ(page.regions(), page.regions());
}

}  // namespace
}  // namespace octavo::document
