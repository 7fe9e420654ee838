// What each format's file gives to decode.cc. One row of kCodecs a format.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "image/decode/decode.h"

namespace octavo {

// As stored, before orientation is undone.
struct StoredInfo {
  int64_t width = 0, height = 0;  // any value a header can hold
  int bits_per_pixel = 24;        // stored
  int orientation = 1;            // EXIF / TIFF 1..8
  float dpi_x = 0, dpi_y = 0;     // along stored rows and columns
};

using Bytes = std::span<const uint8_t>;

// All functions are pure and thread-safe. `frame` is one of the values of list_frames.
// decode gives the picture as stored; when it is over limits.max_pixels, reduced by a factor of its
// own choice. decode.cc has checked the size in `info` against the limits before the call.
struct Codec {
  PictureFormat format;
  std::string_view name;
  bool (*matches)(Bytes bytes);
  std::vector<uint64_t> (*list_frames)(Bytes bytes);  // nullptr: one frame, at 0
  Result<StoredInfo> (*read_info)(Bytes bytes, uint64_t frame);
  Result<Image> (*decode)(Bytes bytes, uint64_t frame, const StoredInfo& info,
                          const DecodeLimits& limits, Diagnostics& diagnostics);
};

bool is_jpeg(Bytes bytes);
Result<StoredInfo> read_jpeg_info(Bytes bytes, uint64_t frame);
Result<Image> decode_jpeg(Bytes bytes, uint64_t frame, const StoredInfo& info,
                          const DecodeLimits& limits, Diagnostics& diagnostics);

bool is_png(Bytes bytes);
Result<StoredInfo> read_png_info(Bytes bytes, uint64_t frame);
Result<Image> decode_png(Bytes bytes, uint64_t frame, const StoredInfo& info,
                         const DecodeLimits& limits, Diagnostics& diagnostics);

bool is_webp(Bytes bytes);
Result<StoredInfo> read_webp_info(Bytes bytes, uint64_t frame);
Result<Image> decode_webp(Bytes bytes, uint64_t frame, const StoredInfo& info,
                          const DecodeLimits& limits, Diagnostics& diagnostics);

bool is_tiff(Bytes bytes);
std::vector<uint64_t> list_tiff_frames(Bytes bytes);
Result<StoredInfo> read_tiff_info(Bytes bytes, uint64_t frame);
Result<Image> decode_tiff(Bytes bytes, uint64_t frame, const StoredInfo& info,
                          const DecodeLimits& limits, Diagnostics& diagnostics);

bool is_bmp(Bytes bytes);
Result<StoredInfo> read_bmp_info(Bytes bytes, uint64_t frame);
Result<Image> decode_bmp(Bytes bytes, uint64_t frame, const StoredInfo& info,
                         const DecodeLimits& limits, Diagnostics& diagnostics);

bool is_gif(Bytes bytes);
Result<StoredInfo> read_gif_info(Bytes bytes, uint64_t frame);
Result<Image> decode_gif(Bytes bytes, uint64_t frame, const StoredInfo& info,
                         const DecodeLimits& limits, Diagnostics& diagnostics);

}  // namespace octavo
