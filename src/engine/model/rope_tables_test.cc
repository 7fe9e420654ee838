#include "engine/model/rope_tables.h"

#include <gtest/gtest.h>

#include <cmath>

namespace octavo::engine {
namespace {

TEST(RopeTables, FrequenciesFallFromOne) {
  const std::vector<float> frequencies = rope_frequencies(10000, 8);
  ASSERT_EQ(frequencies.size(), 4u);
  EXPECT_FLOAT_EQ(frequencies[0], 1);
  EXPECT_FLOAT_EQ(frequencies[1], 0.1f);
  EXPECT_FLOAT_EQ(frequencies[2], 0.01f);
  EXPECT_FLOAT_EQ(frequencies[3], 0.001f);
}

TEST(RopeTables, EachFrequencyFollowsItsAxis) {
  const TextRope rope({.head_dim = 12, .rope_theta = 1e6, .mrope_sections = {1, 2, 3}});
  float cos[6], sin[6];
  rope.angles({7, 20, 300}, cos, sin);
  const int position[6] = {7, 20, 20, 300, 300, 300};
  for (int i = 0; i < 6; ++i) {
    const double angle = position[i] * std::pow(1e6, -2.0 * i / 12);
    EXPECT_NEAR(cos[i], std::cos(angle), 2e-5);
    EXPECT_NEAR(sin[i], std::sin(angle), 2e-5);
  }
}

TEST(RopeTables, PicturesTurnByRowThenByColumn) {
  const PictureRope rope({.head_dim = 8, .rope_theta = 100});
  float cos[4], sin[4];
  rope.angles(3, 5, cos, sin);
  const double angle[4] = {3, 0.3, 5, 0.5};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(cos[i], std::cos(angle[i]), 1e-6);
    EXPECT_NEAR(sin[i], std::sin(angle[i]), 1e-6);
  }
}

TEST(RopeTables, PatchesComeInMergeBlocks) {
  // 4 rows of 6 patches.
  const ImageGrid grid{4, 6};
  const std::array<int, 2> first_block_row[12] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {0, 3},
                                                  {1, 2}, {1, 3}, {0, 4}, {0, 5}, {1, 4}, {1, 5}};
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(patch_position(i, grid, 2), first_block_row[i]);
    const std::array<int, 2> below{first_block_row[i][0] + 2, first_block_row[i][1]};
    EXPECT_EQ(patch_position(12 + i, grid, 2), below);
  }
  EXPECT_EQ(patch_position(7, grid, 1), (std::array<int, 2>{1, 1}));
}

}  // namespace
}  // namespace octavo::engine
