// The inner loops of resize(), in one body compiled for several instruction sets. Integer
// arithmetic, so all variants give equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace octavo {

// Pillow's fixed point: 8 bits of result, 2 of head room for overshoot, the rest for the fraction.
constexpr int kResizeFractionBits = 32 - 8 - 2;

// Rows that the horizontal loop works on at once, interleaved: sample i of row r is at [i * 16 +
// r].
constexpr int kResizeRows = 16;

// The source samples that make one target sample: taps [first, first + count) with their weights.
struct ResizeTaps {
  const int32_t* weights;
  int first, count;
};

struct ResizeLoops {
  const char* name;
  // `block` and `out` are interleaved; `channels` samples a pixel; out[(x * channels + c) * 16 +
  // r].
  void (*horizontal)(const uint8_t* block, int channels, std::span<const ResizeTaps> taps,
                     uint8_t* out);
  // One target row of `samples` bytes from rows `stride` bytes apart; `taps.first` counts rows.
  void (*vertical)(const uint8_t* rows, ptrdiff_t stride, const ResizeTaps& taps, size_t samples,
                   uint8_t* out);
};

// What this processor and build can run, best first; the last one is plain code.
std::span<const ResizeLoops> resize_loops();

}  // namespace octavo
