#include "engine/tensor/matrix.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace octavo::engine {
namespace {

// A view of a temporary would dangle: it must not compile.
template <class M>
concept GivesAView = requires { static_cast<MatView<float>>(std::declval<M>()); };
static_assert(GivesAView<Matrix<float>&>);
static_assert(!GivesAView<Matrix<float>&&>);

TEST(Matrix, RowsAreAlignedAtTheStartAndMovable) {
  Matrix<float> matrix(3, 5);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(matrix.data()) % Matrix<float>::kAlignment, 0u);
  EXPECT_EQ(matrix.bytes(), 60);
  float* const data = matrix.data();
  const Matrix<float> moved = std::move(matrix);
  EXPECT_EQ(moved.data(), data);
  EXPECT_EQ(moved.row(2), data + 10);
}

TEST(Matrix, EmptyIsFine) {
  const Matrix<uint16_t> matrix(0, 7);
  EXPECT_EQ(matrix.rows(), 0);
  EXPECT_EQ(matrix.bytes(), 0);
}

TEST(MatView, PartsOfAPartKeepTheStride) {
  Matrix<int> matrix(4, 6);
  for (int i = 0; i < 24; ++i) matrix.data()[i] = i;
  const MatView<const int> part = matrix.view().rows_from(1, 2).cols_from(3, 2);
  EXPECT_EQ(part.at(0, 0), 9);
  EXPECT_EQ(part.at(1, 1), 16);
  EXPECT_EQ(part.rows, 2);
  EXPECT_EQ(part.cols, 2);
  EXPECT_EQ(part.stride, 6);
}

}  // namespace
}  // namespace octavo::engine
