// Tables that lattice and network see differently.
#include "document/layout/network_parts.h"

#include <gtest/gtest.h>

#include "document/layout/find_ruled_tables.h"
#include "document/layout/test_page.h"

namespace octavo::document {
namespace {

// A lattice of three columns and four rows from (60, 100) to (360, 180), all cells filled.
TestPage lattice() {
  TestPage page;
  page.grid({60, 160, 260, 360}, {100, 120, 140, 160, 180});
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 3; ++column)
      page.line(70 + 100.0F * static_cast<float>(column), 105 + 20.0F * static_cast<float>(row),
                std::to_string(10 * row + column));
  return page;
}

std::vector<RegionDraft> areas_with(const TestPage& page, const PointBox& seen) {
  const LayoutFacts facts = gather_facts(page.page);
  const LineGrid lines(facts);
  std::vector<RegionDraft> areas = find_ruled_tables(page.page, facts);
  std::vector<char> taken(facts.lines.size(), 0);
  for (const RegionDraft& area : areas)
    for (const uint32_t i : area.lines) taken[i] = 1;
  add_network_areas(facts, lines, {{LayoutClass::kTable, seen, 0.9F}}, areas, taken);
  return areas;
}

TEST(NetworkParts, ATableGrowsToTheRowsThatTheNetworkSees) {
  TestPage page = lattice();
  for (int column = 0; column < 3; ++column)
    page.line(70 + 100.0F * static_cast<float>(column), 185, std::to_string(column));
  const std::vector<RegionDraft> areas = areas_with(page, {55, 95, 365, 200});
  ASSERT_EQ(areas.size(), 1U);
  EXPECT_EQ(areas[0].lines.size(), 15U);
  EXPECT_TRUE(areas[0].from_network);
}

TEST(NetworkParts, CaptionsAndNotesAreNoRows) {
  TestPage page = lattice();
  page.line(150, 85, "A table of numbers").line(60, 186, "and a note");
  const std::vector<RegionDraft> areas = areas_with(page, {55, 80, 365, 200});
  ASSERT_EQ(areas.size(), 1U);
  EXPECT_EQ(areas[0].lines.size(), 12U);
  EXPECT_FALSE(areas[0].from_network);
  EXPECT_FLOAT_EQ(areas[0].box.y1, 180);
}

// Three rules and no lattice: what the network sees, without what stands outside of them.
TEST(NetworkParts, ATableEndsAtItsOuterRules) {
  TestPage page;
  for (const float y : {100.0F, 120.0F, 180.0F}) page.rule(60, y, 360, y + 0.5F);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 3; ++column)
      page.line(70 + 100.0F * static_cast<float>(column), 105 + 20.0F * static_cast<float>(row),
                std::to_string(10 * row + column));
  page.line(150, 85, "A table of numbers").line(60, 186, "and a note");
  const LayoutFacts facts = gather_facts(page.page);
  const LineGrid lines(facts);
  std::vector<RegionDraft> areas;
  std::vector<char> taken(facts.lines.size(), 0);
  add_network_areas(facts, lines, {{LayoutClass::kTable, {55, 80, 365, 200}, 0.9F}}, areas, taken);
  ASSERT_EQ(areas.size(), 1U);
  EXPECT_EQ(areas[0].lines.size(), 12U);
  EXPECT_GT(areas[0].box.y0, 95);
  EXPECT_LT(areas[0].box.y1, 186);
}

}  // namespace
}  // namespace octavo::document
