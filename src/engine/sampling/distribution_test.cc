#include "engine/sampling/distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace octavo::engine {
namespace {

constexpr float kOut = -std::numeric_limits<float>::infinity();

// Probabilities 0.5, 0.25, 0.125, 0.125 as logits.
std::vector<float> halves() {
  std::vector<float> logits;
  for (const double p : {0.125, 0.5, 0.125, 0.25})
    logits.push_back(static_cast<float>(std::log(p)));
  return logits;
}

std::vector<TokenId> kept(const std::vector<float>& logits, const Filters& filters) {
  Distribution distribution;
  distribution.assign(logits, *std::max_element(logits.begin(), logits.end()), filters);
  std::vector<TokenId> ids;
  for (const auto& entry : distribution.entries()) ids.push_back(entry.id);
  return ids;
}

using Ids = std::vector<TokenId>;

TEST(Distribution, WithoutFiltersAllStay) {
  EXPECT_EQ(kept(halves(), {}), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(kept({1, kOut, 2}, {}), (Ids{0, 2}));
}

TEST(Distribution, TopKKeepsEquals) {
  EXPECT_EQ(kept(halves(), {.top_k = 1}), Ids{1});
  EXPECT_EQ(kept(halves(), {.top_k = 2}), (Ids{1, 3}));
  EXPECT_EQ(kept(halves(), {.top_k = 3}), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(kept(halves(), {.top_k = 100}), (Ids{0, 1, 2, 3}));
}

TEST(Distribution, TopPKeepsTheFewestThatReachIt) {
  EXPECT_EQ(kept(halves(), {.top_p = 0.01F}), Ids{1});
  EXPECT_EQ(kept(halves(), {.top_p = 0.49F}), Ids{1});
  EXPECT_EQ(kept(halves(), {.top_p = 0.6F}), (Ids{1, 3}));
  // Of the equal ones the lower id comes first.
  EXPECT_EQ(kept(halves(), {.top_p = 0.8F}), (Ids{0, 1, 3}));
  EXPECT_EQ(kept(halves(), {.top_p = 0.9F}), (Ids{0, 1, 2, 3}));
}

TEST(Distribution, TopPLooksAtWhatTopKLeft) {
  // 0.5 and 0.25 of 0.75: the first alone has 0.667.
  EXPECT_EQ(kept(halves(), {.top_k = 2, .top_p = 0.66F}), Ids{1});
  EXPECT_EQ(kept(halves(), {.top_k = 2, .top_p = 0.67F}), (Ids{1, 3}));
}

TEST(Distribution, MinPIsAShareOfTheLikeliest) {
  EXPECT_EQ(kept(halves(), {.min_p = 0.3F}), (Ids{1, 3}));
  EXPECT_EQ(kept(halves(), {.min_p = 0.6F}), Ids{1});
  EXPECT_EQ(kept(halves(), {.min_p = 1}), Ids{1});
  // At temperature 2 the shares are square roots: 0.25 -> 0.5.
  EXPECT_EQ(kept(halves(), {.temperature = 2, .min_p = 0.45F}), (Ids{0, 1, 2, 3}));
}

TEST(Distribution, DrawWalksByIds) {
  Distribution distribution;
  const auto logits = halves();
  distribution.assign(logits, logits[1], {});
  EXPECT_EQ(distribution.draw(0), 0);
  EXPECT_EQ(distribution.draw(0.12), 0);
  EXPECT_EQ(distribution.draw(0.13), 1);
  EXPECT_EQ(distribution.draw(0.62), 1);
  EXPECT_EQ(distribution.draw(0.63), 2);
  EXPECT_EQ(distribution.draw(0.76), 3);
  EXPECT_EQ(distribution.draw(1 - 0x1p-53), 3);
}

TEST(Distribution, ExtremeTemperatures) {
  const std::vector<float> logits{1, 2, -1000};
  Distribution distribution;
  distribution.assign(logits, 2, {.temperature = 1e-4F});
  EXPECT_EQ(distribution.draw(0), 1);
  EXPECT_EQ(distribution.draw(0.9999999999), 1);
  distribution.assign(logits, 2, {.temperature = 1e6F});
  EXPECT_NEAR(distribution.entries()[2].weight, 0.999, 1e-3);
}

TEST(Distribution, AWholeVocabulary) {
  std::vector<float> logits(151936);
  for (size_t i = 0; i < logits.size(); ++i)
    logits[i] = static_cast<float>((i * 2654435761U) % 1000003) / 50000.0F;
  const float max = *std::max_element(logits.begin(), logits.end());
  Distribution distribution;
  distribution.assign(logits, max, {.top_p = 0.5F});
  // The cut is right: without its last one the mass is below a half, with it not.
  double all = 0, in = 0, least = 1;
  for (const float logit : logits) all += std::exp(static_cast<double>(logit) - max);
  for (const auto& entry : distribution.entries()) {
    in += entry.weight;
    least = std::min(least, entry.weight);
  }
  EXPECT_GE(in, 0.5 * all);
  EXPECT_LT(in - least, 0.5 * all);
}

}  // namespace
}  // namespace octavo::engine
