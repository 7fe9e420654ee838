#include "engine/ops/norm.h"

#include <cmath>

#include "engine/kernels/test_data.h"
#include "engine/ops/test_compute.h"

namespace octavo::engine {
namespace {

// More rows than one chunk, in a matrix that is wider than the norm.
TEST(NormOps, EveryRowMatchesTheFormula) {
  constexpr int64_t kRows = 70, kCols = 37, kStride = 41;
  const std::vector<float> x = Numbers(1).many(kRows * kStride, 3), w = Numbers(2).many(kCols),
                           b = Numbers(3).many(kCols);
  for_each_compute([&](const Compute& compute) {
    std::vector<float> rms(x.size(), 5), layer(x.size(), 5);
    const MatView<const float> in{x.data(), kRows, kCols, kStride};
    rms_norm(compute, in, w.data(), 1e-6f, {rms.data(), kRows, kCols, kStride});
    layer_norm(compute, in, w.data(), b.data(), 1e-6f, {layer.data(), kRows, kCols, kStride});
    for (int64_t i = 0; i < kRows; ++i) {
      double mean = 0, squares = 0, variance = 0;
      for (int64_t j = 0; j < kCols; ++j) mean += in.at(i, j) / double(kCols);
      for (int64_t j = 0; j < kCols; ++j) {
        squares += double(in.at(i, j)) * in.at(i, j) / kCols;
        variance += (in.at(i, j) - mean) * (in.at(i, j) - mean) / kCols;
      }
      for (int64_t j = 0; j < kStride; ++j) {
        const auto at = static_cast<size_t>(i * kStride + j), c = static_cast<size_t>(j);
        if (j >= kCols) {
          ASSERT_EQ(rms[at], 5);
          ASSERT_EQ(layer[at], 5);
          continue;
        }
        ASSERT_NEAR(rms[at], x[at] / std::sqrt(squares + 1e-6) * w[c], 1e-5);
        ASSERT_NEAR(layer[at], (x[at] - mean) / std::sqrt(variance + 1e-6) * w[c] + b[c], 1e-5);
      }
    }
  });
}

}  // namespace
}  // namespace octavo::engine
