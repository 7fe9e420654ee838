#include "image/decode/decode.h"

#include <array>
#include <string>

#include "base/check.h"
#include "base/try.h"
#include "image/decode/codec.h"
#include "image/decode/report.h"
#include "image/rotate.h"

namespace octavo {
namespace {

using enum PictureFormat;

constexpr std::array kCodecs{
    Codec{kJpeg, "JPEG", is_jpeg, nullptr, read_jpeg_info, decode_jpeg},
    Codec{kPng, "PNG", is_png, nullptr, read_png_info, decode_png},
    Codec{kWebp, "WebP", is_webp, nullptr, read_webp_info, decode_webp},
    Codec{kTiff, "TIFF", is_tiff, list_tiff_frames, read_tiff_info, decode_tiff},
    Codec{kBmp, "BMP", is_bmp, nullptr, read_bmp_info, decode_bmp},
    Codec{kGif, "GIF", is_gif, nullptr, read_gif_info, decode_gif},
};

const Codec& codec_of(PictureFormat format) {
  const auto& codec = kCodecs[static_cast<size_t>(format)];
  OCTAVO_CHECK(codec.format == format);
  return codec;
}

std::string size_text(int64_t width, int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

Status check_size(const StoredInfo& info, const DecodeLimits& limits) {
  if (info.width <= 0 || info.height <= 0)
    return corrupted("the picture is " + size_text(info.width, info.height) + " pixels");
  if (info.width > limits.max_side || info.height > limits.max_side)
    return over_limit("the picture is " + size_text(info.width, info.height) +
                      " pixels; a side may have " + std::to_string(limits.max_side));
  // Sides are at most max_side, so the products fit 64 bits.
  const int64_t pixels = info.width * info.height;
  const int64_t cost = info.bits_per_pixel < 8 ? pixels * info.bits_per_pixel / 8 : pixels;
  if (cost > limits.max_source_pixels)
    return over_limit("the picture is " + size_text(info.width, info.height) + " pixels; at most " +
                      std::to_string(limits.max_source_pixels / 1'000'000) + " million are read");
  return success();
}

FrameInfo upright(const StoredInfo& stored) {
  FrameInfo info{static_cast<int>(stored.width), static_cast<int>(stored.height), stored.dpi_x,
                 stored.dpi_y};
  if (orientation_swaps_sides(stored.orientation)) {
    std::swap(info.width, info.height);
    std::swap(info.dpi_x, info.dpi_y);
  }
  return info;
}

}  // namespace

std::string_view picture_format_name(PictureFormat format) { return codec_of(format).name; }

std::optional<PictureFormat> sniff_picture(std::span<const uint8_t> bytes) {
  for (const Codec& codec : kCodecs)
    if (codec.matches(bytes)) return codec.format;
  return std::nullopt;
}

Result<PictureFile> open_picture(std::span<const uint8_t> bytes) {
  if (bytes.empty()) return Error{Code::kFileEmpty, "the file has no bytes", "", {}};
  const auto format = sniff_picture(bytes);
  if (!format) {
    const std::string_view name = unread_picture_name(bytes);
    if (name.empty()) return unsupported("the content is no picture format that is read here");
    return unsupported("a picture in the format " + std::string(name) + " is not read");
  }
  PictureFile file;
  file.format_ = *format;
  file.bytes_ = bytes;
  const Codec& codec = codec_of(*format);
  file.frames_ = codec.list_frames ? codec.list_frames(bytes) : std::vector<uint64_t>{0};
  if (file.frames_.empty())
    return corrupted("the " + std::string(codec.name) + " file holds no picture");
  return file;
}

Result<FrameInfo> PictureFile::frame_info(int frame) const {
  OCTAVO_CHECK(frame >= 0 && frame < frame_count());
  const StoredInfo stored =
      OCTAVO_TRY(codec_of(format_).read_info(bytes_, frames_[static_cast<size_t>(frame)]));
  // Any value an int cannot hold is far beyond every limit.
  if (stored.width <= 0 || stored.height <= 0 || stored.width > INT32_MAX ||
      stored.height > INT32_MAX)
    return corrupted("the picture is " + size_text(stored.width, stored.height) + " pixels");
  return upright(stored);
}

Result<DecodedPicture> PictureFile::decode(int frame, const DecodeLimits& limits,
                                           Diagnostics& diagnostics) const {
  OCTAVO_CHECK(frame >= 0 && frame < frame_count());
  const Codec& codec = codec_of(format_);
  const uint64_t place = frames_[static_cast<size_t>(frame)];
  const StoredInfo stored = OCTAVO_TRY(codec.read_info(bytes_, place));
  OCTAVO_TRY_STATUS(check_size(stored, limits));
  Image image = OCTAVO_TRY(codec.decode(bytes_, place, stored, limits, diagnostics));
  OCTAVO_CHECK(!image.empty());
  if (image.width() != stored.width || image.height() != stored.height)
    diagnostics.warn("image_reduced", "a picture of " + size_text(stored.width, stored.height) +
                                          " pixels was read at " +
                                          size_text(image.width(), image.height()));
  return DecodedPicture{apply_orientation(std::move(image), stored.orientation), upright(stored)};
}

}  // namespace octavo
