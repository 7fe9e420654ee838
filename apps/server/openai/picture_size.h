// How large a picture is, by its header: for budgets, before a worker reads it. A few bytes are
// looked at, by code of our own: decoders never run in the process that serves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace octavo::server {

struct PictureSize {
  int64_t width = 0, height = 0;  // as stored; any value a header can hold
  int64_t pixels() const;         // at most INT64_MAX
};

// Of a JPEG, PNG, WebP, TIFF, BMP or GIF file (of several pictures the first); 0 by 0 when its
// header is damaged or says so. Nothing for any other bytes.
std::optional<PictureSize> picture_size(std::span<const uint8_t> bytes);

}  // namespace octavo::server
