#include "pipeline/kept_picture.h"

#include "base/sha256.h"
#include "base/try.h"
#include "document/crop/vlm/cut_crop.h"
#include "document/crop/vlm/plan_crops.h"
#include "image/encode/encode.h"

namespace octavo {

Result<Picture> kept_picture(ImageView page, const document::protocol::VlmBlock& block) {
  constexpr int kJpegQuality = 88;
  Picture picture;
  if (document::protocol::crop_box(block.box, page.width, page.height).empty()) return picture;
  const Image pixels = document::protocol::cut_upright(page, block);
  picture.bytes = OCTAVO_TRY(encode_jpeg(pixels, {.quality = kJpegQuality}));
  picture.file_name = "images/" + sha256_hex(picture.bytes) + ".jpg";
  picture.width = pixels.width();
  picture.height = pixels.height();
  return picture;
}

}  // namespace octavo
