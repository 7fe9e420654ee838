// The page picture of tools/reference/protocol_pages.py: gradients, no two rows alike.
#pragma once

#include "image/image.h"

namespace octavo::testing {

inline Image made_page(int width, int height) {
  Image page(width, height, 3);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int v = x * 7 + y * 13 + (x * y >> 5);
      uint8_t* pixel = page.pixel(x, y);
      pixel[0] = static_cast<uint8_t>(v);
      pixel[1] = static_cast<uint8_t>(v + 85 + x);
      pixel[2] = static_cast<uint8_t>(v * 3 + y);
    }
  return page;
}

}  // namespace octavo::testing
