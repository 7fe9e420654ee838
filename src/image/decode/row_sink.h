// Collects a picture row by row, top to bottom, while it is decoded, and makes it smaller on the
// way: each factor x factor square becomes its mean. So a picture far larger than memory passes
// through one row at a time. Memory is taken when the first row arrives: a lying header costs
// nothing.
#pragma once

#include <vector>

#include "image/decode/decode.h"
#include "image/image.h"

namespace octavo {

// The smallest whole factor by which both sides must shrink so that at most max_pixels remain; at
// least 1.
int reduction_factor(int64_t width, int64_t height, int64_t max_pixels);

class RowSink {
 public:
  // Size of the rows that come in. Precondition: positive, factor >= 1, channels 1 or 3.
  RowSink(int width, int height, int channels, int factor);

  // `row` has width * channels samples. Precondition: rows() < height.
  void add(const uint8_t* row);
  // As many rows of white, at no cost where whole squares are white. Precondition: they fit.
  void skip(int count);
  int rows() const { return rows_ + skipped_; }
  bool full() const { return rows() == height_; }

  // The picture; what did not come is white.
  Image take();

 private:
  void start();   // takes the memory
  void settle();  // the skipped rows
  void row_done();
  void flush();  // the sums of up to factor_ rows become one row of the image

  int width_, height_, channels_, factor_;
  int rows_ = 0;
  int skipped_ = 0;  // rows after rows_, not yet in the sums
  int summed_ = 0;   // rows in sums_
  std::vector<uint32_t> sums_;
  Image image_;
};

}  // namespace octavo
