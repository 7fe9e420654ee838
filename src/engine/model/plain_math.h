// For tests: the model's arithmetic in double precision, one vector at a time and in the plainest
// form, sharing nothing with what is tested.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/checkpoint/dequantize.h"
#include "engine/model/weights.h"
#include "engine/tensor/matrix.h"

namespace octavo::engine {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

inline Rows rows_from(MatView<const float> matrix) {
  Rows rows;
  for (int64_t i = 0; i < matrix.rows; ++i)
    rows.emplace_back(matrix.row(i), matrix.row(i) + matrix.cols);
  return rows;
}

inline Row multiply(const WeightView& weights, const Row& x) {
  EXPECT_EQ(static_cast<int64_t>(x.size()), weights.depth);
  Row y;
  std::vector<float> w(x.size());
  for (int64_t j = 0; j < weights.cols; ++j) {
    dequantize(weights.dtype, weights.data + j * weights.stride, weights.depth, w.data());
    double sum = weights.bias == nullptr ? 0 : weights.bias[j];
    for (size_t t = 0; t < x.size(); ++t) sum += w[t] * x[t];
    y.push_back(sum);
  }
  return y;
}

inline void add(Row& x, const Row& y) {
  for (size_t i = 0; i < x.size(); ++i) x[i] += y[i];
}

inline Row rms(const Row& x, const float* weight, double epsilon) {
  double squares = 0;
  for (const double v : x) squares += v * v;
  Row y;
  for (size_t i = 0; i < x.size(); ++i)
    y.push_back(x[i] / std::sqrt(squares / double(x.size()) + epsilon) * weight[i]);
  return y;
}

inline Row layer_normed(const Row& x, const float* weight, const float* bias, double epsilon) {
  double mean = 0, variance = 0;
  for (const double v : x) mean += v / double(x.size());
  for (const double v : x) variance += (v - mean) * (v - mean) / double(x.size());
  Row y;
  for (size_t i = 0; i < x.size(); ++i)
    y.push_back((x[i] - mean) / std::sqrt(variance + epsilon) * weight[i] + bias[i]);
  return y;
}

inline double gelu_of(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }
inline double quick_gelu_of(double x) { return x / (1 + std::exp(-1.702 * x)); }
inline double silu_of(double x) { return x / (1 + std::exp(-x)); }

// One head: v cos + rotate_half(v) sin, with an angle for each element.
inline Row rotated(const Row& v, const Row& angle) {
  const size_t half = v.size() / 2;
  Row y;
  for (size_t i = 0; i < v.size(); ++i)
    y.push_back(v[i] * std::cos(angle[i]) +
                (i < half ? -v[i + half] : v[i - half]) * std::sin(angle[i]));
  return y;
}

inline Row head_of(const Row& x, int head, int head_dim) {
  const auto first = x.begin() + int64_t(head) * head_dim;
  return {first, first + head_dim};
}

// Attention of one query to the first `visible` keys.
inline Row attended(const Row& q, const Rows& keys, const Rows& values, size_t visible) {
  Row weight;
  double top = -INFINITY, sum = 0;
  for (size_t j = 0; j < visible; ++j) {
    double dot = 0;
    for (size_t d = 0; d < q.size(); ++d) dot += q[d] * keys[j][d];
    weight.push_back(dot / std::sqrt(double(q.size())));
    top = std::max(top, weight.back());
  }
  for (double& w : weight) sum += w = std::exp(w - top);
  Row y(q.size(), 0.0);
  for (size_t j = 0; j < visible; ++j)
    for (size_t d = 0; d < y.size(); ++d) y[d] += weight[j] / sum * values[j][d];
  return y;
}

// The largest difference, relative to the largest value.
inline double difference(const Rows& right, MatView<const float> got) {
  EXPECT_EQ(static_cast<int64_t>(right.size()), got.rows);
  double worst = 0, size = 0;
  for (int64_t i = 0; i < got.rows; ++i) {
    const Row& row = right[static_cast<size_t>(i)];
    EXPECT_EQ(static_cast<int64_t>(row.size()), got.cols);
    for (int64_t j = 0; j < got.cols; ++j) {
      const double error = std::abs(row[static_cast<size_t>(j)] - got.at(i, j));
      worst = std::isnan(error) ? INFINITY : std::max(worst, error);
      size = std::max(size, std::abs(row[static_cast<size_t>(j)]));
    }
  }
  return worst / size;
}

}  // namespace octavo::engine
