// For the tests of attention over pictures: rows of all sides, and what comes of them in f64.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "engine/kernels/int8/test_bytes.h"
#include "engine/kernels/test_data.h"

namespace octavo::engine {

using Rows = std::vector<float>;

// Sums of twelve evenly spread numbers: close to a normal distribution of this deviation.
inline Rows normal(int64_t count, uint64_t seed, float deviation) {
  Numbers numbers(seed);
  Rows values;
  for (int64_t i = 0; i < count; ++i) {
    float sum = 0;
    for (int part = 0; part < 12; ++part) sum += numbers.next();
    values.push_back(sum / 2 * deviation);
  }
  return values;
}

struct Case {
  int64_t rows, keys;
  int head_dim;
  Rows queries, key_rows, value_rows;  // [.., head_dim]
};

inline Case make_case(int64_t rows, int64_t keys, int head_dim, float deviation = 1,
                      uint64_t seed = 1) {
  return {rows,
          keys,
          head_dim,
          normal(rows * head_dim, seed, deviation),
          normal(keys * head_dim, seed + 1, deviation),
          normal(keys * head_dim, seed + 2, 1)};
}

// One row a line, with a gap that must stay as it is, `shift` floats off a boundary.
class Lines {
 public:
  Lines(const Rows& rows, int width, int64_t shift)
      : width_(width),
        count_(static_cast<int64_t>(rows.size()) / width),
        bytes_(count_ * stride(), shift * int64_t{sizeof(float)}) {
    std::fill_n(bytes_.data(), count_ * stride(), kGap);
    for (int64_t i = 0; i < count_; ++i)
      std::copy_n(rows.begin() + i * width, width, bytes_.data() + i * stride());
  }
  int64_t stride() const { return width_ + 3; }
  float* data() { return bytes_.data(); }
  Rows rows() {
    bytes_.expect_untouched();
    Rows all;
    for (int64_t i = 0; i < count_; ++i) {
      const float* row = data() + i * stride();
      all.insert(all.end(), row, row + width_);
      for (int64_t d = width_; d < stride(); ++d) EXPECT_EQ(row[d], kGap);
    }
    return all;
  }

 private:
  static constexpr float kGap = 4711;
  int width_;
  int64_t count_;
  Bytes<float> bytes_;
};

inline std::vector<double> right_row(const Case& c, int64_t row) {
  const auto dim = static_cast<size_t>(c.head_dim);
  std::vector<double> score, out(dim, 0.0);
  double top = -INFINITY, sum = 0;
  for (int64_t j = 0; j < c.keys; ++j) {
    double dot = 0;
    for (size_t d = 0; d < dim; ++d)
      dot += double(c.queries[size_t(row) * dim + d]) * c.key_rows[size_t(j) * dim + d];
    score.push_back(dot / std::sqrt(double(c.head_dim)));
    top = std::max(top, score.back());
  }
  for (const double s : score) sum += std::exp(s - top);
  for (size_t j = 0; j < score.size(); ++j)
    for (size_t d = 0; d < dim; ++d)
      out[d] += std::exp(score[j] - top) / sum * c.value_rows[j * dim + d];
  return out;
}

// Root of the squared differences over the root of the squares, over `rows` rows.
inline double relative_error(const Case& c, const Rows& got) {
  double difference = 0, size = 0;
  for (int64_t row = 0; row < c.rows; ++row) {
    const std::vector<double> right = right_row(c, row);
    for (size_t d = 0; d < right.size(); ++d) {
      const double off = got[static_cast<size_t>(row) * right.size() + d] - right[d];
      difference += off * off;
      size += right[d] * right[d];
    }
  }
  return std::sqrt(difference / size);
}

// `attend(kernels, case, shift)` in every variant beside that of the last one, which is the plain
// one: sizes around every tile and block, wherever rows begin.
template <class Kernels, class Attend>
void expect_same_bits(std::span<const Variant<Kernels>> variants, const Attend& attend) {
  const int64_t all_keys[] = {1, 2, 31, 32, 33, 127, 128, 129, 257};
  uint64_t turn = 0;
  for (const int head_dim : {16, 32, 48, 64, 80, 96, 112, 128, 144, 256})
    for (const int64_t rows : {1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 29, 96}) {
      const int64_t keys = all_keys[++turn % 9];
      const Case c = make_case(rows, keys, head_dim, turn % 3 == 0 ? 8.0F : 1.0F, turn);
      const Rows right = attend(variants.back().kernel, c, 0);
      for_each_variant(variants, [&](const auto& variant) {
        const Rows got = attend(variant.kernel, c, static_cast<int64_t>(turn % 4));
        EXPECT_TRUE(same_bits(got.data(), right.data(), right.size()))
            << head_dim << " " << rows << " " << keys;
      });
    }
}

// A row alone beside the same among others.
template <class Kernels, class Attend>
void expect_rows_alone(std::span<const Variant<Kernels>> variants, const Attend& attend) {
  const Case c = make_case(91, 300, 80);
  for_each_variant(variants, [&](const auto& variant) {
    const Rows all = attend(variant.kernel, c, 0);
    for (const int64_t row : {0, 5, 13, 90}) {
      Case one = c;
      one.rows = 1;
      one.queries.assign(c.queries.begin() + row * 80, c.queries.begin() + (row + 1) * 80);
      EXPECT_TRUE(same_bits(attend(variant.kernel, one, 0).data(), all.data() + row * 80, 80))
          << row;
    }
  });
}

}  // namespace octavo::engine
