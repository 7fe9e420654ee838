// The headers of a Windows or OS/2 bitmap (BITMAPCOREHEADER, BITMAPINFOHEADER with its V2..V5
// extensions, OS22XBITMAPHEADER; [MS-WMF] 2.2.2 and Microsoft's BITMAPV5HEADER). Untrusted input;
// the caller checks the size.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "octavo/result.h"

namespace octavo {

struct BmpHeader {
  enum class Coding : uint8_t { kPlain, kRle4, kRle8 };

  int64_t width = 0, height = 0;
  bool top_down = false;
  int bits = 0;  // a pixel: 1, 2, 4, 8, 16, 24, 32
  Coding coding = Coding::kPlain;
  std::array<uint32_t, 4> masks{};              // red, green, blue, alpha of 16 and 32 bits
  std::vector<std::array<uint8_t, 3>> palette;  // red, green, blue
  uint64_t pixels = 0;                          // offset of the picture data
  float dpi_x = 0, dpi_y = 0;
};

// True for the file header and one of the known sizes of the header after it.
bool is_bmp_header(std::span<const uint8_t> bytes);

// Errors: kFileCorrupted, kFileTypeUnsupported.
Result<BmpHeader> read_bmp_header(std::span<const uint8_t> bytes);

}  // namespace octavo
