#include "engine/sampling/logprobs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace octavo::engine {
namespace {

TEST(Logprobs, SumToOne) {
  const std::vector<float> logits{std::log(1.0F), std::log(2.0F), std::log(5.0F)};
  const double log_sum = log_sum_exp(logits, logits[2]);
  EXPECT_NEAR(log_sum, std::log(8.0), 1e-6);
  std::vector<TokenLogprob> out;
  append_likeliest(logits, log_sum, 3, out);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[0].id, 2);
  EXPECT_NEAR(out[0].logprob, std::log(5.0 / 8), 1e-6);
  EXPECT_NEAR(out[1].logprob, std::log(2.0 / 8), 1e-6);
  EXPECT_NEAR(out[2].logprob, std::log(1.0 / 8), 1e-6);
}

TEST(Logprobs, EqualsByIdAndAfterWhatIsThere) {
  const std::vector<float> logits{1, 3, 3, 2, 3};
  std::vector<TokenLogprob> out{{99, -1}};
  append_likeliest(logits, 0, 2, out);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[0].id, 99);
  EXPECT_EQ(out[1].id, 1);
  EXPECT_EQ(out[2].id, 2);
}

TEST(Logprobs, MoreThanThereAre) {
  const std::vector<float> logits{2, 1};
  std::vector<TokenLogprob> out;
  append_likeliest(logits, 0, 20, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].id, 0);
  append_likeliest(logits, 0, 0, out);
  EXPECT_EQ(out.size(), 2U);
}

TEST(Logprobs, LargeLogitsDoNotOverflow) {
  const std::vector<float> logits{10000, 9999};
  EXPECT_NEAR(log_sum_exp(logits, 10000), 10000 + std::log1p(std::exp(-1.0)), 1e-9);
}

}  // namespace
}  // namespace octavo::engine
