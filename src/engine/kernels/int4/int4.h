// Weights of 4 bits for the products of int8.h. Column j of C has the scale and the 8-bit steps
// that it has there; of each kInt4Group depths of it, 16 of these steps can be used, evenly spaced:
//   W[j, t] = factor[j, g] * code[j, t] + offset[j, g],   code in 0 ... 15, g = t / kInt4Group
// which is a whole number in [-127, 127]. So a panel of codes stands for a panel of bytes, products
// are exact sums as there, and all that int8.h says about results holds. What few rows are
// multiplied with is made on the way, in registers; with many, a panel is unpacked once for all of
// them.
//
// Panel p has kInt8Panel columns, group after group: 32 bytes of factors, 32 of offsets, one a
// column, then [kInt4Group / 4][16][4] bytes. Byte [s][c][d] has the codes of depth 4 s + d: of
// column c in its low half, of column c + 16 in its high half. The last group is padded with zeros;
// what is beyond the depth meets activations that are 0 bytes. One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/int8/int8.h"

namespace octavo::engine {

inline constexpr int64_t kInt4Group = 32;
inline constexpr int kInt4Codes = 16;
inline constexpr int kInt4MostFactor = 16;  // 15 of them fit [-127, 127] and a byte without sign
// Of one group of a panel: where its codes begin, and how long it is.
inline constexpr int64_t kInt4Head = 2 * kInt8Panel;
inline constexpr int64_t kInt4GroupBytes = kInt4Head + kInt4Group * kInt8Panel / 2;

constexpr int64_t int4_panel_bytes(int64_t depth) {
  return (depth + kInt4Group - 1) / kInt4Group * kInt4GroupBytes;
}

// As Int8Task, with panels of codes in place of `int8.panels`. For any number of rows, though each
// kInt4Tile of them read the panels anew.
struct Int4Task {
  Int8Task int8{};
  const uint8_t* panels = nullptr;  // 64-byte aligned
};
using Int4Function = void (*)(const Int4Task&);

// One panel of codes to one of bytes, 64-byte aligned both. Bytes beyond the depth become 0.
using UnpackFunction = void (*)(const uint8_t* panel, int64_t depth, int8_t* bytes);

struct Int4Kernels {
  Int4Function multiply;
  UnpackFunction unpack;
};

std::span<const Variant<Int4Kernels>> int4_variants();

}  // namespace octavo::engine
