// Rows as libtiff hands them over (packed samples of 1..16 bits) into grey or RGB rows on white.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "image/decode/packed_table.h"
#include "image/decode/tiff_file.h"

namespace octavo {

class TiffRows {
 public:
  // nullopt when the picture is of a kind that only libtiff's RGBA interface reads (tiles, separate
  // planes, subsampled YCbCr, Lab, ...).
  static std::optional<TiffRows> create(TiffFile& file, int width);

  int channels() const { return channels_; }  // 1 or 3
  // `raw`: one scan line; the result has width * channels() samples and lives until the next call.
  const uint8_t* convert(const uint8_t* raw);

 private:
  enum class Kind : uint8_t { kGray, kGrayInverted, kRgb, kCmyk };
  enum class Alpha : uint8_t { kNone, kPremultiplied, kPlain };

  TiffRows() = default;
  bool set_colors(TiffFile& file);  // false when only libtiff's RGBA interface reads them
  bool use_palette(TiffFile& file);
  void set_alpha(TiffFile& file);
  const uint8_t* samples_of(const uint8_t* raw);  // width_ * per_pixel_ samples of 8 bits
  void convert_pixels(const uint8_t* samples);

  Kind kind_ = Kind::kGray;
  Alpha alpha_ = Alpha::kNone;
  int width_ = 0, bits_ = 8, per_pixel_ = 1, channels_ = 1;
  int colors_ = 1;                    // samples of a pixel that are no alpha or spot channel
  std::optional<PackedTable> table_;  // palettes, and greys of one sample of up to 8 bits
  std::vector<uint8_t> samples_, row_;
};

}  // namespace octavo
