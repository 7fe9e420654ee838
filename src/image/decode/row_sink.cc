#include "image/decode/row_sink.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace octavo {

int reduction_factor(int64_t width, int64_t height, int64_t max_pixels) {
  int factor = 1;
  const auto parts = [&](int64_t side) { return (side + factor - 1) / factor; };
  // One pixel is left in the end, whatever the limit.
  while (parts(width) * parts(height) > std::max<int64_t>(max_pixels, 1)) ++factor;
  return factor;
}

RowSink::RowSink(int width, int height, int channels, int factor)
    : width_(width), height_(height), channels_(channels), factor_(factor) {
  OCTAVO_CHECK(width > 0 && height > 0 && factor > 0);
}

void RowSink::start() {
  if (!image_.empty()) return;
  image_ = Image((width_ + factor_ - 1) / factor_, (height_ + factor_ - 1) / factor_, channels_);
  if (factor_ > 1) sums_.assign(static_cast<size_t>(width_) * static_cast<size_t>(channels_), 0);
}

void RowSink::add(const uint8_t* row) {
  OCTAVO_CHECK(!full());
  start();
  settle();
  if (factor_ == 1) {
    std::memcpy(image_.row(rows_++), row, image_.stride());
    return;
  }
  for (size_t i = 0; i < sums_.size(); ++i) sums_[i] += row[i];
  row_done();
}

void RowSink::skip(int count) {
  OCTAVO_CHECK(count >= 0 && count <= height_ - rows());
  skipped_ += count;
}

void RowSink::settle() {
  while (skipped_ > 0) {
    // The image is white from the start.
    const int whole = summed_ > 0 ? 0 : skipped_ / factor_ * factor_;
    rows_ += whole;
    skipped_ -= whole;
    if (whole > 0 || skipped_ == 0) continue;
    for (uint32_t& sum : sums_) sum += 255;
    --skipped_;
    row_done();
  }
}

void RowSink::row_done() {
  ++rows_;
  if (++summed_ == factor_ || rows_ == height_) flush();
}

void RowSink::flush() {
  if (summed_ == 0) return;
  uint8_t* out = image_.row((rows_ - 1) / factor_);
  for (int left = 0; left < width_; left += factor_) {
    const int right = std::min(left + factor_, width_);
    const uint64_t count = static_cast<uint64_t>(right - left) * static_cast<uint64_t>(summed_);
    for (int c = 0; c < channels_; ++c) {
      uint64_t sum = count / 2;
      for (int x = left; x < right; ++x)
        sum +=
            sums_[static_cast<size_t>(x) * static_cast<size_t>(channels_) + static_cast<size_t>(c)];
      *out++ = static_cast<uint8_t>(sum / count);
    }
  }
  std::fill(sums_.begin(), sums_.end(), 0);
  summed_ = 0;
}

Image RowSink::take() {
  start();
  settle();
  if (factor_ > 1) flush();
  return std::move(image_);
}

}  // namespace octavo
