// Channel conversions. Pure functions of their input; the source must not be empty.
#pragma once

#include "image/image.h"

namespace octavo {

// ITU-R 601 luma in the fixed point that Pillow's convert("L") uses; a grey image is copied.
Image to_gray(ImageView source);

// Grey repeated over R, G, B; a colour image is copied.
Image to_rgb(ImageView source);

// Every sample becomes 255 - sample.
void invert(Image& image);

}  // namespace octavo
