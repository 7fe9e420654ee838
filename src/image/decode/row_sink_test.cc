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

TEST(RowSink, SkippedRowsAreWhiteRows) {
  const uint8_t row[3] = {1, 2, 3}, white[3] = {255, 255, 255};
  for (const int factor : {1, 2, 3, 4, 20})
    for (const int gap : {0, 1, 2, 3, 7, 9}) {
      RowSink skipping(1, 13, 3, factor), adding(1, 13, 3, factor);
      for (RowSink* sink : {&skipping, &adding}) {
        sink->add(row);
        if (sink == &skipping) sink->skip(gap);
        for (int i = 0; sink == &adding && i < gap; ++i) sink->add(white);
        sink->add(row);
        sink->add(row);
        EXPECT_EQ(sink->rows(), gap + 3);
      }
      const Image a = skipping.take(), b = adding.take();
      EXPECT_TRUE(std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin()))
          << factor << " " << gap;
    }
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
