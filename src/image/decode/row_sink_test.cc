#include "image/decode/row_sink.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

TEST(ReductionFactor, IsTheSmallestThatFits) {
  EXPECT_EQ(reduction_factor(100, 100, 10'000), 1);
  EXPECT_EQ(reduction_factor(100, 100, 9'999), 2);
  EXPECT_EQ(reduction_factor(101, 101, 51 * 51), 2);
  EXPECT_EQ(reduction_factor(101, 101, 51 * 51 - 1), 3);
  EXPECT_EQ(reduction_factor(20'000, 20'000, 50'000'000), 3);
  EXPECT_EQ(reduction_factor(300, 200, 0), 300);
}

TEST(RowSink, MeansOfSquaresAndOfTheRestAtTheEdge) {
  RowSink sink(3, 3, 1, 2);
  const uint8_t rows[3][3] = {{10, 20, 30}, {30, 40, 51}, {7, 8, 9}};
  for (const auto& row : rows) sink.add(row);
  EXPECT_TRUE(sink.full());
  const Image image = sink.take();
  ASSERT_EQ(image.width(), 2);
  ASSERT_EQ(image.height(), 2);
  EXPECT_EQ(*image.pixel(0, 0), 25);
  EXPECT_EQ(*image.pixel(1, 0), 41);  // (30 + 51) / 2 = 40.5
  EXPECT_EQ(*image.pixel(0, 1), 8);   // (7 + 8) / 2 = 7.5
  EXPECT_EQ(*image.pixel(1, 1), 9);
}

TEST(RowSink, WhatDoesNotComeIsWhite) {
  for (const int factor : {1, 2, 3}) {
    RowSink sink(1, 9, 3, factor);
    const uint8_t row[3] = {1, 2, 3};
    for (int i = 0; i < 4; ++i) sink.add(row);
    EXPECT_EQ(sink.rows(), 4);
    const Image image = sink.take();
    EXPECT_EQ(image.pixel(0, 3 / factor)[2], 3) << factor;
    EXPECT_EQ(image.pixel(0, image.height() - 1)[2], 255) << factor;
  }
}

}  // namespace
}  // namespace octavo
