// The chunks of a PNG file (ISO/IEC 15948 clause 5) that pixels depend on, and what the others say
// about the picture. Everything else never reaches the pixel decoder, so that a damaged profile or
// text chunk does no harm. Does not own the bytes.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "image/decode/ifd.h"
#include "octavo/result.h"

namespace octavo {

struct PngColor {
  uint8_t red = 0, green = 0, blue = 0;
};

struct PngChunks {
  uint32_t width = 0, height = 0;
  int bit_depth = 0, color_type = 0;
  bool interlaced = false, transparency = false, animated = false;
  std::vector<PngColor> palette;
  std::vector<uint8_t> palette_alpha;  // of the first entries; the others are opaque
  PictureTags tags;
  // IHDR, PLTE, tRNS and all IDAT: name, data and CRC. The last may be cut off: then without CRC.
  struct Chunk {
    uint32_t length = 0;  // of the data that is there
    std::span<const uint8_t> bytes;
  };
  std::vector<Chunk> needed;

  bool has_palette() const { return color_type == 3; }
  bool has_color() const { return (color_type & 2) != 0; }
  bool has_alpha() const { return (color_type & 4) != 0 || transparency; }
  // True when every pixel is a grey: then one channel is enough.
  bool is_gray() const;
  int bits_per_pixel() const;
};

// Errors: kFileCorrupted.
Result<PngChunks> read_png_chunks(std::span<const uint8_t> bytes);

constexpr std::array<uint8_t, 8> kPngSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

}  // namespace octavo
