// Bytes of a picture file into pixels. The format is told from the content, never from a name.
// Sizes are checked from the header before anything is allocated; a picture with more pixels than
// wanted is read at a reduced size where its format allows that in bounded memory, and the
// reduction is reported. Alpha is blended on white; the result is upright (EXIF and TIFF
// orientation undone), grey or RGB.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "image/image.h"
#include "octavo/result.h"

namespace octavo {

enum class PictureFormat : uint8_t { kJpeg, kPng, kWebp, kTiff, kBmp, kGif };
std::string_view picture_format_name(PictureFormat format);  // "JPEG" "PNG" ...

// nullopt when the first bytes are none of ours.
std::optional<PictureFormat> sniff_picture(std::span<const uint8_t> bytes);
// "HEIC", "AVIF", "JPEG 2000", ... when it is a picture that we do not read; empty when unknown.
std::string_view unread_picture_name(std::span<const uint8_t> bytes);

struct DecodeLimits {
  int max_side = 32768;  // stored width and height; beyond: refused
  int64_t max_source_pixels =
      200'000'000;                  // stored; beyond: refused. A pixel of less than a byte counts
                                    // as its share of a byte, so this admits 20000 x 20000 1-bit
  int64_t max_pixels = 50'000'000;  // of the result; beyond: reduced, else refused
  int64_t max_work_bytes = 256 << 20;  // memory of a decoder beside its result; beyond: refused
};

// What a frame's header says, of the upright picture before any reduction.
struct FrameInfo {
  int width = 0, height = 0;
  float dpi_x = 0, dpi_y = 0;  // 0: the file does not say
};

struct DecodedPicture {
  Image image;
  FrameInfo info;
};

// A picture file: TIFF has as many frames as it has pages, every other format has one (of an
// animation the first picture is read). Does not own the bytes: they must outlive it. Thread-safe.
class PictureFile {
 public:
  PictureFormat format() const { return format_; }
  int frame_count() const { return static_cast<int>(frames_.size()); }

  // Reads the header only. Errors: kFileCorrupted, kFileTypeUnsupported. Precondition: 0 <= frame <
  // count.
  Result<FrameInfo> frame_info(int frame) const;

  // Diagnostics: "image_reduced", "image_truncated" (the rest of the frame is white),
  // "image_damaged", "image_frames_skipped". Errors: kFileCorrupted (with the byte offset where it
  // is known), kFileTypeUnsupported, kLimitExceeded.
  Result<DecodedPicture> decode(int frame, const DecodeLimits& limits,
                                Diagnostics& diagnostics) const;

 private:
  friend Result<PictureFile> open_picture(std::span<const uint8_t> bytes);
  PictureFile() = default;

  PictureFormat format_ = PictureFormat::kJpeg;
  std::span<const uint8_t> bytes_;
  std::vector<uint64_t> frames_;  // where each frame's header is
};

// Errors: kFileEmpty, kFileTypeUnsupported, kFileCorrupted.
Result<PictureFile> open_picture(std::span<const uint8_t> bytes);

}  // namespace octavo
