// The loops over codes, over a type T that adds to its arithmetic (simd/)
//   kTileRows                    rows of a register tile, of two vectors
//   I, load_ints, store_ints     kLanes 32-bit integers
//   four(p)                      the four bytes at p in every lane
//   dot(sum, a, w)               sum + the products of unsigned a and signed w
//   spread(p), copies(p)         kLanes bytes at p: each as two 16-bit numbers, and as four bytes
//   low(x), high(x)              the lower and the upper half of each byte
//   weights(codes, f, o)         codes * f, a byte each, + o
// and what finish.h asks for.
#pragma once

#include <cstdint>

#include "engine/kernels/int4/int4.h"
#include "engine/kernels/int8/finish.h"

namespace octavo::engine {

template <class T>
class Int4Loop {
  using I = typename T::I;
  static constexpr int64_t kHalf = kInt8Panel / 2;       // columns whose codes share bytes
  static constexpr int64_t kStep = kHalf * kInt8Depths;  // bytes of codes for four depths
  // How far ahead memory is asked for, as in int8/vnni_loop.h.
  static constexpr int64_t kAhead = 4096;

 public:
  static void multiply(const Int4Task& task) {
    const Int8Task& product = task.int8;
    const uint8_t* panel = task.panels;
    const int64_t bytes = int4_panel_bytes(product.depth);
    for (int64_t first = 0; first < product.cols; first += kInt8Panel, panel += bytes) {
      const bool behind = first + kInt8Panel >= product.cols && product.next != nullptr;
      const void* next = behind ? product.next : panel + bytes;
      for (int64_t row = 0; row < product.rows; row += T::kTileRows) {
        const int64_t rest = product.rows - row;
        const int64_t rows = rest < T::kTileRows ? rest : T::kTileRows;
        alignas(64) int32_t sums[T::kTileRows * kInt8Panel];
        for (int64_t lane = 0; lane < kHalf; lane += T::kLanes)
          tile<T::kTileRows>(static_cast<int>(rows), product.a + row * product.a_stride,
                             product.a_stride, {panel, panel + bytes, next}, product.depth, lane,
                             sums);
        finish_int8<T>(product, sums, row, rows, first);
      }
    }
  }

  static void unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
    for (int64_t t = 0; t < depth; panel += kInt4GroupBytes) {
      const int64_t steps = (group_end(t, depth) - t) / kInt8Depths;
      for (int64_t lane = 0; lane < kHalf; lane += T::kLanes) {
        const Group group(panel, lane);
        const uint8_t* codes = panel + kInt4Head + lane * kInt8Depths;
        int8_t* to = bytes + lane * kInt8Depths;
        for (int64_t s = 0; s < steps; ++s, codes += kStep, to += 2 * kStep) {
          if (lane == 0) __builtin_prefetch(codes + kAhead, 0, 3);
          I low, high;
          group.step(codes, low, high);
          T::store_ints(to, low);
          T::store_ints(to + kStep, high);
        }
      }
      t += steps * kInt8Depths;
      bytes += steps * 2 * kStep;
    }
    const int64_t last = depth % kInt8Depths;
    if (last == 0) return;
    bytes -= 2 * kStep;
    for (int64_t j = 0; j < kInt8Panel; ++j)
      for (int64_t d = last; d < kInt8Depths; ++d) bytes[j * kInt8Depths + d] = 0;
  }

 private:
  static int64_t group_end(int64_t t, int64_t depth) {
    const int64_t padded = int8_padded_depth(depth);
    return t + kInt4Group < padded ? t + kInt4Group : padded;
  }

  // Factors and offsets of kLanes columns and of those 16 further on.
  struct Group {
    I factor[2], offset[2];
    [[gnu::always_inline]] Group(const uint8_t* head, int64_t lane)
        : factor{T::spread(head + lane), T::spread(head + kHalf + lane)},
          offset{T::copies(head + kInt8Panel + lane), T::copies(head + kInt8Panel + kHalf + lane)} {
    }
    [[gnu::always_inline]] void step(const uint8_t* codes, I& low, I& high) const {
      const I both = T::load_ints(codes);
      low = T::weights(T::low(both), factor[0], offset[0]);
      high = T::weights(T::high(both), factor[1], offset[1]);
    }
  };

  struct Panel {
    const uint8_t *begin, *end;
    const void* next;  // what is read behind it

    // What to add to an address in a group for the one to ask for: where the panel ends, of what
    // comes next.
    [[gnu::always_inline]] uintptr_t ahead(const uint8_t* group) const {
      if (end - group > kAhead) return kAhead;
      return kAhead + reinterpret_cast<uintptr_t>(next) - reinterpret_cast<uintptr_t>(end);
    }
  };
  [[gnu::always_inline]] static inline void ask_for(const uint8_t* p, uintptr_t ahead) {
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(p) + ahead), 0, 3);
  }

  // `rows` (1 to kRows) rows against columns lane ... and those 16 further on.
  template <int kRows>
  static void tile(int rows, const uint8_t* a, int64_t stride, const Panel& panel, int64_t depth,
                   int64_t lane, int32_t* sums) {
    if constexpr (kRows > 1) {
      if (rows < kRows) return tile<kRows - 1>(rows, a, stride, panel, depth, lane, sums);
    }
    I sum[kRows][2];
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) sum[i][0] = sum[i][1] = T::zero_ints();
    const uint8_t* begin = panel.begin;
    for (int64_t t = 0; t < depth; begin += kInt4GroupBytes) {
      const Group group(begin, lane);
      const uint8_t* codes = begin + kInt4Head + lane * kInt8Depths;
      const uintptr_t ahead = panel.ahead(begin);
      if (lane == 0) ask_for(begin, ahead);
      for (const int64_t end = group_end(t, depth); t < end;
           t += kInt8Depths, a += kInt8Depths, codes += kStep) {
        if (lane == 0) ask_for(codes, ahead);
        I weights[2];
        group.step(codes, weights[0], weights[1]);
#pragma GCC unroll 16
        for (int i = 0; i < kRows; ++i) {
          const I four = T::four(a + i * stride);
          sum[i][0] = T::dot(sum[i][0], four, weights[0]);
          sum[i][1] = T::dot(sum[i][1], four, weights[1]);
        }
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      T::store_ints(sums + i * kInt8Panel + lane, sum[i][0]);
      T::store_ints(sums + i * kInt8Panel + kHalf + lane, sum[i][1]);
    }
  }
};

}  // namespace octavo::engine
