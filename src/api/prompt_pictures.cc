#include "api/prompt_pictures.h"

#include <span>
#include <utility>

#include "base/file.h"
#include "image/decode/decode.h"
#include "octavo/options.h"

namespace octavo {
namespace {

Result<PromptPixels> decode(std::span<const uint8_t> bytes, Diagnostics& diagnostics) {
  auto file = open_picture(bytes);
  if (!file.ok()) return std::move(file).error();
  if (file->frame_count() > 1)
    diagnostics.info(
        "image_frames_skipped",
        "only the first of " + std::to_string(file->frame_count()) + " pictures in it was read");
  auto decoded = file->decode(0, DecodeLimits{}, diagnostics);
  if (!decoded.ok()) return std::move(decoded).error();
  return PromptPixels{std::move(decoded->image), decoded->info.width, decoded->info.height};
}

}  // namespace

Result<PromptPixels> read_prompt_picture(const PromptPicture& picture, Diagnostics& diagnostics) {
  const auto with_name = [&](Error error) {
    if (error.place.file.empty()) error.place.file = picture.name;
    return error;
  };
  Diagnostics own;
  const auto finish = [&](Result<PromptPixels> pixels) -> Result<PromptPixels> {
    if (!pixels.ok()) return with_name(std::move(pixels).error());
    for (Diagnostic& diagnostic : own.take())
      diagnostics.add(diagnostic.severity, diagnostic.id, picture.name + ": " + diagnostic.text);
    return pixels;
  };
  if (!picture.bytes.empty()) return finish(decode(picture.bytes, own));
  const auto file = MappedFile::open(picture.name, Limits{}.max_file_bytes);
  if (!file.ok()) return with_name(file.error());
  return finish(decode(file->bytes(), own));
}

}  // namespace octavo
