// For the tests of attention over pictures: rows of several heads, and what comes of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace octavo::engine {

// Rows of several heads, none like another, and some cols that belong to nobody.
inline constexpr int kHeads = 3, kHeadDim = 32;
inline constexpr int64_t kKeys = 250, kWidth = int64_t(kHeads) * kHeadDim, kStride = kWidth + 7;

// What comes of one row and head, in f64.
inline std::vector<double> right_head(const float* query, const std::vector<float>& keys,
                                      const std::vector<float>& values, int64_t head) {
  std::vector<double> out(kHeadDim, 0.0);
  double sum = 0;
  for (int64_t j = 0; j < kKeys; ++j) {
    const auto at = static_cast<size_t>(j * kStride + head * kHeadDim);
    double dot = 0;
    for (size_t d = 0; d < kHeadDim; ++d) dot += double(query[d]) * keys[at + d];
    const double weight = std::exp(dot / std::sqrt(double(kHeadDim)));
    sum += weight;
    for (size_t d = 0; d < kHeadDim; ++d) out[d] += weight * values[at + d];
  }
  for (double& x : out) x /= sum;
  return out;
}

}  // namespace octavo::engine
