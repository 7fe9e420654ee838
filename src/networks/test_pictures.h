// Pictures and models for the tests of networks.
#pragma once

#include <string>

#include "image/image.h"
#include "octavo/options.h"

namespace octavo::testing {

// tests/fixtures/ocr/<name>.png; empty when it cannot be read.
Image fixture_picture(const std::string& name);

// The installed models, no cache.
Resources installed_models();

// The picture's pixels into `page` with their top left corner at (x, y).
void paste(Image& page, ImageView picture, int x, int y);

}  // namespace octavo::testing
