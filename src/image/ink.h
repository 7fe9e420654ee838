// Is there anything on this page? Estimates the paper first, then counts what stands off it.
#pragma once

#include "image/image.h"

namespace octavo {

struct InkMeasure {
  float share = 0;      // pixels that are ink, of all pixels, 0..1
  int paper_level = 0;  // luma of the paper over the whole image, 0..255
  float noise = 0;      // standard deviation of the paper's grain, levels
};

// A page whose share is below this is blank. Measured at 72..150 dpi on A4: a clean or grainy page
// 0 to 0.000002, a single small digit 0.000025, a short line of text 0.0002 and more.
constexpr float kBlankInkShare = 0.00001F;

// Ink is a pixel that differs from the paper around it by clearly more than the paper's grain, in
// any channel, and that has a neighbour like it (a lone speck is dust). Darker ink on bright paper
// and light writing on a dark ground both count; tinted, grainy and unevenly lit paper does not.
// Grey or RGB; cost is linear in the pixels, so hand over a small rendering (70..150 dpi). Empty
// image: nothing.
InkMeasure measure_ink(ImageView image);

}  // namespace octavo
