#include "engine/model/positions.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <fstream>
#include <sstream>
#include <string>

namespace octavo::engine {
namespace {

TEST(Positions, TextCountsUp) {
  const auto prompt = prompt_positions(3, {}, {}, 2);
  EXPECT_EQ(prompt.positions, (std::vector<Position>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}));
  EXPECT_EQ(prompt.next, 3);
}

TEST(Positions, APictureSpansTwoAxes) {
  // Two text tokens, 2 x 3 picture tokens, one text token.
  const std::vector<int64_t> starts{2};
  const std::vector<ImageGrid> grids{{4, 6}};
  const auto prompt = prompt_positions(9, starts, grids, 2);
  EXPECT_EQ(prompt.positions, (std::vector<Position>{{0, 0, 0},
                                                     {1, 1, 1},
                                                     {2, 2, 2},
                                                     {2, 2, 3},
                                                     {2, 2, 4},
                                                     {2, 3, 2},
                                                     {2, 3, 3},
                                                     {2, 3, 4},
                                                     {5, 5, 5}}));
  EXPECT_EQ(prompt.next, 6);
}

TEST(Positions, NothingAtAll) {
  EXPECT_TRUE(prompt_positions(0, {}, {}, 2).positions.empty());
  EXPECT_EQ(prompt_positions(0, {}, {}, 2).next, 0);
}

TEST(Positions, AsTheReference) {
  std::ifstream file(OCTAVO_SOURCE_DIR "/tests/golden/engine/positions.txt");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream parts(line);
    std::string head, images, tokens, last;
    std::getline(parts, head, '|');
    std::getline(parts, images, '|');
    std::getline(parts, tokens, '|');
    std::getline(parts, last);
    int merge = 0;
    int64_t length = 0;
    std::istringstream(head) >> merge >> length;
    std::vector<int64_t> starts;
    std::vector<ImageGrid> grids;
    char separator;
    ImageGrid grid;
    std::istringstream image_text(images);
    for (int64_t start;
         image_text >> start >> separator >> grid.height >> separator >> grid.width;) {
      starts.push_back(start);
      grids.push_back(grid);
    }
    const auto prompt = prompt_positions(length, starts, grids, merge);
    std::ostringstream got;
    for (const Position& p : prompt.positions) got << " " << p[0] << "," << p[1] << "," << p[2];
    EXPECT_EQ(got.str() + " ", tokens) << line;
    EXPECT_EQ(prompt.next, std::stoi(last)) << line;
    ++count;
  }
  EXPECT_EQ(count, 40);
}

}  // namespace
}  // namespace octavo::engine
