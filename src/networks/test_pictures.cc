#include "networks/test_pictures.h"

#include <test_places.h>

#include <cstring>

#include "base/file.h"
#include "image/convert.h"
#include "image/decode/decode.h"

namespace octavo::testing {

Image fixture_picture(const std::string& name) {
  const auto file = MappedFile::open(
      std::string(OCTAVO_SOURCE_DIR) + "/tests/fixtures/ocr/" + name + ".png", 1 << 20);
  if (!file.ok()) return {};
  const auto picture = open_picture(file->bytes());
  if (!picture.ok()) return {};
  Diagnostics diagnostics;
  const auto decoded = picture->decode(0, {}, diagnostics);
  return decoded.ok() ? to_rgb(decoded->image) : Image{};
}

Resources installed_models() { return {"", std::string(OCTAVO_DEPS_DIR) + "/models", ""}; }

void paste(Image& page, ImageView picture, int x, int y) {
  for (int row = 0; row < picture.height; ++row)
    std::memcpy(page.pixel(x, y + row), picture.row(row),
                static_cast<size_t>(picture.width) * static_cast<size_t>(picture.channels));
}

}  // namespace octavo::testing
