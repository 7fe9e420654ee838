#include "engine/kernels/softmax/softmax.h"

#include <algorithm>
#include <cmath>

#include "engine/kernels/test_data.h"

namespace octavo::engine {
namespace {

constexpr int kBlocks = 3;
constexpr int64_t kKeys = int64_t(kBlocks) * kKeyBlock;

struct Outcome {
  std::vector<float> weight;  // p_j, corrected to the last maximum and divided by the sum
  std::vector<std::vector<float>> raw;
};

// Steps over all blocks for rows that see `visible` keys in all.
Outcome run(SoftmaxFunction step, const std::vector<float>& scores, std::vector<int64_t> visible,
            float scale) {
  const int rows = static_cast<int>(visible.size());
  std::vector<float> maximum(visible.size(), -INFINITY), sum(visible.size(), 0.0f);
  std::vector<double> weight(static_cast<size_t>(rows) * kKeys, 0.0);
  Outcome outcome;
  for (int block = 0; block < kBlocks; ++block) {
    Guarded part(static_cast<size_t>(rows) * kKeyBlock);
    for (int row = 0; row < rows; ++row)
      for (int j = 0; j < kKeyBlock; ++j)
        part.data()[row * kKeyBlock + j] =
            scores[static_cast<size_t>(row * kKeys + block * kKeyBlock + j)];
    std::vector<float> correction(visible.size(), NAN);
    step({part.data(), rows, visible.data(), scale, maximum.data(), sum.data(), correction.data()});
    part.expect_untouched("softmax");
    for (int row = 0; row < rows; ++row) {
      for (int64_t j = 0; j < int64_t(block) * kKeyBlock; ++j)
        weight[static_cast<size_t>(row * kKeys + j)] *= correction[static_cast<size_t>(row)];
      for (int j = 0; j < kKeyBlock; ++j)
        weight[static_cast<size_t>(row * kKeys + block * kKeyBlock + j)] =
            part.data()[row * kKeyBlock + j];
    }
    outcome.raw.emplace_back(part.data(), part.data() + rows * kKeyBlock);
    outcome.raw.push_back(correction);
    for (int64_t& left : visible) left -= kKeyBlock;
  }
  outcome.raw.push_back(sum);
  for (int row = 0; row < rows; ++row)
    for (int64_t j = 0; j < kKeys; ++j)
      outcome.weight.push_back(static_cast<float>(weight[static_cast<size_t>(row * kKeys + j)] /
                                                  sum[static_cast<size_t>(row)]));
  return outcome;
}

double right_weight(const std::vector<float>& scores, size_t row, int64_t j, int64_t visible,
                    double scale) {
  visible = std::min(visible, kKeys);  // a row may be allowed to see more than there is
  if (j >= visible) return 0;
  const float* s = scores.data() + row * kKeys;
  double top = -INFINITY, sum = 0;
  for (int64_t i = 0; i < visible; ++i) top = std::max(top, scale * s[i]);
  for (int64_t i = 0; i < visible; ++i) sum += std::exp(scale * s[i] - top);
  return std::exp(scale * s[j] - top) / sum;
}

const std::vector<int64_t> kVisible = {1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 500};

TEST(Softmax, BlocksAddUpToOneSoftmax) {
  const std::vector<float> scores = Numbers(5).many(kVisible.size() * kKeys, 30);
  for_each_variant(softmax_variants(), [&](const auto& variant) {
    const Outcome outcome = run(variant.kernel, scores, kVisible, 0.125f);
    for (size_t row = 0; row < kVisible.size(); ++row)
      for (int64_t j = 0; j < kKeys; ++j) {
        const float got = outcome.weight[row * kKeys + static_cast<size_t>(j)];
        ASSERT_NEAR(got, right_weight(scores, row, j, kVisible[row], 0.125), 2e-6);
        if (j >= kVisible[row]) {
          ASSERT_EQ(got, 0.0f);
        }
      }
  });
}

TEST(Softmax, KeysNotSeenMayBeGarbage) {
  std::vector<float> scores = Numbers(6).many(kKeys);
  for (int64_t j = 70; j < kKeys; ++j) scores[static_cast<size_t>(j)] = NAN;
  for_each_variant(softmax_variants(), [&](const auto& variant) {
    const Outcome outcome = run(variant.kernel, scores, {70}, 1);
    for (int64_t j = 0; j < kKeys; ++j)
      ASSERT_NEAR(outcome.weight[static_cast<size_t>(j)], right_weight(scores, 0, j, 70, 1), 1e-6);
  });
}

TEST(Softmax, NanIsNotHidden) {
  for_each_variant(softmax_variants(), [&](const auto& variant) {
    for (const float bad : {NAN, INFINITY}) {
      std::vector<float> scores = Numbers(8).many(kKeys);
      scores[5] = bad;
      const Outcome outcome = run(variant.kernel, scores, {kKeys}, 1);
      EXPECT_TRUE(std::isnan(outcome.weight[6]));
    }
  });
}

TEST(Softmax, AllVariantsGiveTheSameBitsAndRowsStandAlone) {
  const std::vector<float> scores = Numbers(5).many(kVisible.size() * kKeys, 20);
  const Outcome right = run(softmax_variants().back().kernel, scores, kVisible, 0.3f);
  for_each_variant(softmax_variants(), [&](const auto& variant) {
    const Outcome got = run(variant.kernel, scores, kVisible, 0.3f);
    for (size_t i = 0; i < got.raw.size(); ++i)
      EXPECT_TRUE(same_bits(got.raw[i].data(), right.raw[i].data(), right.raw[i].size())) << i;
    const Outcome alone =
        run(variant.kernel, {scores.begin() + 4 * kKeys, scores.end()}, {kVisible[4]}, 0.3f);
    EXPECT_TRUE(same_bits(alone.weight.data(), right.weight.data() + 4 * kKeys, kKeys));
  });
}

}  // namespace
}  // namespace octavo::engine
