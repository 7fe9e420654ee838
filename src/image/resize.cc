#include "image/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/check.h"
#include "image/resize_loops.h"

namespace octavo {
namespace {

double bilinear_weight(double x) {
  x = std::fabs(x);
  return x < 1 ? 1 - x : 0;
}

double bicubic_weight(double x) {
  constexpr double a = -0.5;
  x = std::fabs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return (((x - 5) * x + 8) * x - 4) * a;
  return 0;
}

struct Weights {
  std::vector<ResizeTaps> taps;  // one a target sample; point into `pool`
  std::vector<int32_t> pool;
};

int32_t to_fixed(double weight) {
  const double scaled = weight * (1 << kResizeFractionBits);
  return static_cast<int32_t>(weight < 0 ? scaled - 0.5 : scaled + 0.5);
}

// The order of the floating-point operations is Pillow's (precompute_coeffs): it decides the last
// bit.
Weights make_weights(int in, int out, Filter filter) {
  const auto weight_of = filter == Filter::kBicubic ? bicubic_weight : bilinear_weight;
  const double scale = static_cast<double>(in) / out;
  const double filter_scale = std::max(scale, 1.0);
  const double support = (filter == Filter::kBicubic ? 2.0 : 1.0) * filter_scale;
  const double step = 1.0 / filter_scale;
  const size_t slots = static_cast<size_t>(std::ceil(support)) * 2 + 1;
  Weights result;
  result.pool.resize(slots * static_cast<size_t>(out));
  result.taps.reserve(static_cast<size_t>(out));
  std::vector<double> weights(slots);
  for (int i = 0; i < out; ++i) {
    const double center = (i + 0.5) * scale;
    // Pillow truncates here, also below zero. NOLINTBEGIN(bugprone-incorrect-roundings)
    const int first = std::max(static_cast<int>(center - support + 0.5), 0);
    const int count = std::min(static_cast<int>(center + support + 0.5), in) - first;
    // NOLINTEND(bugprone-incorrect-roundings)
    double total = 0;
    for (int t = 0; t < count; ++t) {
      weights[t] = weight_of((t + first - center + 0.5) * step);
      total += weights[t];
    }
    int32_t* fixed = result.pool.data() + slots * static_cast<size_t>(i);
    for (int t = 0; t < count; ++t)
      fixed[t] = to_fixed(total != 0 ? weights[t] / total : weights[t]);
    result.taps.push_back({fixed, first, count});
  }
  return result;
}

Image resize_width(ImageView source, int width, Filter filter, const ResizeLoops& loops) {
  const Weights weights = make_weights(source.width, width, filter);
  const size_t in_samples = static_cast<size_t>(source.width) * source.channels;
  const size_t out_samples = static_cast<size_t>(width) * source.channels;
  std::vector<uint8_t> block(in_samples * kResizeRows), scaled(out_samples * kResizeRows);
  Image result(width, source.height, source.channels);
  for (int y = 0; y < source.height; y += kResizeRows) {
    const int rows = std::min(kResizeRows, source.height - y);
    for (int r = 0; r < rows; ++r) {
      const uint8_t* in = source.row(y + r);
      uint8_t* lane = block.data() + r;
      for (size_t i = 0; i < in_samples; ++i) lane[i * kResizeRows] = in[i];
    }
    loops.horizontal(block.data(), source.channels, weights.taps, scaled.data());
    for (int r = 0; r < rows; ++r) {
      const uint8_t* lane = scaled.data() + r;
      uint8_t* out = result.row(y + r);
      for (size_t i = 0; i < out_samples; ++i) out[i] = lane[i * kResizeRows];
    }
  }
  return result;
}

Image resize_height(ImageView source, int height, Filter filter, const ResizeLoops& loops) {
  const Weights weights = make_weights(source.height, height, filter);
  Image result(source.width, height, source.channels);
  for (int y = 0; y < height; ++y)
    loops.vertical(source.data, source.stride, weights.taps[static_cast<size_t>(y)],
                   result.stride(), result.row(y));
  return result;
}

// Pillow 13.0.0, Resample.c: the vertical pass goes first when it throws away far more than the
// other.
bool vertical_first(int in_width, int in_height, int width, int height) {
  const int64_t rows_lost = int64_t(in_height) - height;
  const int64_t columns_lost = int64_t(in_width) - width;
  return rows_lost > 0 && rows_lost > 2 * columns_lost;
}

}  // namespace

Image resize(ImageView source, int width, int height, Filter filter, PassOrder order) {
  OCTAVO_CHECK(!source.empty() && width > 0 && height > 0);
  const ResizeLoops& loops = resize_loops().front();
  const bool scale_x = width != source.width, scale_y = height != source.height;
  if (!scale_x && !scale_y) return Image::copy(source);
  if (!scale_x) return resize_height(source, height, filter, loops);
  if (!scale_y) return resize_width(source, width, filter, loops);
  if (order == PassOrder::kPillow13 && vertical_first(source.width, source.height, width, height)) {
    const Image between = resize_height(source, height, filter, loops);
    return resize_width(between, width, filter, loops);
  }
  const Image between = resize_width(source, width, filter, loops);
  return resize_height(between, height, filter, loops);
}

Image shrink_area(ImageView source, int width, int height) {
  OCTAVO_CHECK(width > 0 && height > 0 && width <= source.width && height <= source.height);
  const size_t samples = static_cast<size_t>(source.width) * source.channels;
  const int channels = source.channels;
  std::vector<uint32_t> column(samples);
  Image result(width, height, channels);
  for (int y = 0; y < height; ++y) {
    const int top = static_cast<int>(int64_t(y) * source.height / height);
    const int bottom = static_cast<int>(int64_t(y + 1) * source.height / height);
    std::fill(column.begin(), column.end(), 0);
    for (int row = top; row < bottom; ++row) {
      const uint8_t* in = source.row(row);
      for (size_t i = 0; i < samples; ++i) column[i] += in[i];
    }
    uint8_t* out = result.row(y);
    for (int x = 0; x < width; ++x) {
      const int left = static_cast<int>(int64_t(x) * source.width / width);
      const int right = static_cast<int>(int64_t(x + 1) * source.width / width);
      const uint64_t count = static_cast<uint64_t>(right - left) * (bottom - top);
      for (int c = 0; c < channels; ++c) {
        uint64_t sum = count / 2;
        for (int i = left; i < right; ++i) sum += column[static_cast<size_t>(i) * channels + c];
        *out++ = static_cast<uint8_t>(sum / count);
      }
    }
  }
  return result;
}

}  // namespace octavo
