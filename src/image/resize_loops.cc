#include "image/resize_loops.h"

#include <algorithm>
#include <array>

namespace octavo {
namespace {

constexpr int32_t kHalf = 1 << (kResizeFractionBits - 1);

inline uint8_t to_sample(int32_t sum) {
  return static_cast<uint8_t>(std::clamp(sum >> kResizeFractionBits, 0, 255));
}

// always_inline: the body must be compiled with the instruction set of the function around it.
[[gnu::always_inline]] inline void horizontal_body(const uint8_t* block, int channels,
                                                   std::span<const ResizeTaps> taps, uint8_t* out) {
  const size_t pixel = static_cast<size_t>(channels) * kResizeRows;
  for (const ResizeTaps& target : taps) {
    for (int c = 0; c < channels; ++c) {
      std::array<int32_t, kResizeRows> sum;
      sum.fill(kHalf);
      const uint8_t* in = block + static_cast<size_t>(target.first) * pixel + c * kResizeRows;
      for (int t = 0; t < target.count; ++t, in += pixel)
        for (int r = 0; r < kResizeRows; ++r) sum[r] += in[r] * target.weights[t];
      for (int r = 0; r < kResizeRows; ++r) out[r] = to_sample(sum[r]);
      out += kResizeRows;
    }
  }
}

[[gnu::always_inline]] inline void vertical_body(const uint8_t* rows, ptrdiff_t stride,
                                                 const ResizeTaps& taps, size_t samples,
                                                 uint8_t* out) {
  constexpr size_t kChunk = 64;
  const uint8_t* first = rows + taps.first * stride;
  size_t i = 0;
  for (; i + kChunk <= samples; i += kChunk) {
    std::array<int32_t, kChunk> sum;
    sum.fill(kHalf);
    const uint8_t* in = first + i;
    for (int t = 0; t < taps.count; ++t, in += stride)
      for (size_t j = 0; j < kChunk; ++j) sum[j] += in[j] * taps.weights[t];
    for (size_t j = 0; j < kChunk; ++j) out[i + j] = to_sample(sum[j]);
  }
  for (; i < samples; ++i) {
    int32_t sum = kHalf;
    const uint8_t* in = first + i;
    for (int t = 0; t < taps.count; ++t, in += stride) sum += *in * taps.weights[t];
    out[i] = to_sample(sum);
  }
}

void horizontal_plain(const uint8_t* block, int channels, std::span<const ResizeTaps> taps,
                      uint8_t* out) {
  horizontal_body(block, channels, taps, out);
}
void vertical_plain(const uint8_t* rows, ptrdiff_t stride, const ResizeTaps& taps, size_t samples,
                    uint8_t* out) {
  vertical_body(rows, stride, taps, samples, out);
}

constexpr ResizeLoops kPlain{"plain", horizontal_plain, vertical_plain};

#if defined(__x86_64__) && !defined(OCTAVO_SCALAR_ONLY)

[[gnu::target("avx2")]] void horizontal_avx2(const uint8_t* block, int channels,
                                             std::span<const ResizeTaps> taps, uint8_t* out) {
  horizontal_body(block, channels, taps, out);
}
[[gnu::target("avx2")]] void vertical_avx2(const uint8_t* rows, ptrdiff_t stride,
                                           const ResizeTaps& taps, size_t samples, uint8_t* out) {
  vertical_body(rows, stride, taps, samples, out);
}

constexpr std::array kAll{ResizeLoops{"avx2", horizontal_avx2, vertical_avx2}, kPlain};
bool first_can_run() { return __builtin_cpu_supports("avx2"); }

#else

constexpr std::array kAll{kPlain};
bool first_can_run() { return true; }

#endif

}  // namespace

std::span<const ResizeLoops> resize_loops() {
  static const bool all = first_can_run();
  return std::span(kAll).last(all ? kAll.size() : 1);
}

}  // namespace octavo
