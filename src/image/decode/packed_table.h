// Rows of packed samples (palette indices or greys of 1, 2, 4 or 8 bits) into grey or RGB, through
// one table look-up a byte: many times faster than pixel by pixel, which decides about huge 1-bit
// scans.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "image/decode/blend.h"

namespace octavo {

using Rgba = std::array<uint8_t, 4>;

class PackedTable {
 public:
  // `entries`: what each sample shows, 1 << bits of them; clear ones are laid on `ground`.
  // `channels`: 3, or 1 when red, green and blue are equal in all entries.
  PackedTable(std::vector<Rgba> entries, int bits, int64_t width, int channels, uint8_t ground);

  // One row, most significant bits first, to width * channels samples that live until the next
  // call.
  const uint8_t* expand(const uint8_t* packed);

  // As Blender's, over the samples that came. Unused bits at the end of a row count as samples.
  bool vanishes_on_white() const;

 private:
  std::vector<Rgba> entries_;
  int bits_;
  size_t bytes_;                  // of a packed row
  size_t step_;                   // samples that one byte becomes
  std::vector<uint8_t> samples_;  // [byte][step_]
  std::array<bool, 256> used_{};  // by byte
  std::vector<uint8_t> row_;
};

// Black to white in equal steps, or white to black.
std::vector<Rgba> gray_entries(int bits, bool inverted);

}  // namespace octavo
