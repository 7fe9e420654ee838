#include "document/recognize/make_picture.h"

#include "base/sha256.h"
#include "base/try.h"
#include "image/encode/encode.h"

namespace octavo::document {

Result<Picture> make_picture(ImageView pixels, int dpi) {
  // Good enough that text in a screenshot stays sharp; figures come to some 100 kB.
  constexpr int kJpegQuality = 88;
  Picture picture;
  picture.bytes = OCTAVO_TRY(encode_jpeg(pixels, {.quality = kJpegQuality, .dpi = dpi}));
  picture.file_name = "images/" + sha256_hex(picture.bytes) + ".jpg";
  picture.width = pixels.width;
  picture.height = pixels.height;
  return picture;
}

}  // namespace octavo::document
