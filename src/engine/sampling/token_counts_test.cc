#include "engine/sampling/token_counts.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

TEST(TokenCounts, PenaltiesInVllmsOrder) {
  TokenCounts counts;
  for (const TokenId id : {1, 2, 2, 2, 3}) counts.add(id);
  std::vector<float> logits{5, 4, -2, 0, 1};
  counts.penalise({.repetition = 2, .presence = 0.5F, .frequency = 0.25F}, logits);
  // Untouched; 4 / 2 - 0.25 - 0.5; -2 * 2 - 3 * 0.25 - 0.5; 0 * 2 - 0.25 - 0.5; untouched.
  EXPECT_EQ(logits, (std::vector<float>{5, 1.25F, -5.25F, -0.75F, 1}));
}

TEST(TokenCounts, NothingToDo) {
  TokenCounts counts;
  counts.add(0);
  std::vector<float> logits{5};
  counts.penalise({}, logits);
  EXPECT_EQ(logits[0], 5);
}

TEST(TokenCounts, TokensBeyondTheLogitsArePassedOver) {
  TokenCounts counts;
  counts.reserve(1, 4);
  counts.add(3);
  counts.add(0);
  std::vector<float> logits{5, 5};
  counts.penalise({.presence = 1}, logits);
  EXPECT_EQ(logits, (std::vector<float>{4, 5}));
}

TEST(TokenCounts, NegativePenaltiesEncourage) {
  TokenCounts counts;
  counts.add(0);
  std::vector<float> logits{1, 1};
  counts.penalise({.presence = -1}, logits);
  EXPECT_EQ(logits, (std::vector<float>{2, 1}));
}

}  // namespace
}  // namespace octavo::engine
