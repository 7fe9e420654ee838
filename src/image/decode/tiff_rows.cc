#include "image/decode/tiff_rows.h"

#include <algorithm>

namespace octavo {
namespace {

uint8_t over_white(int sample, int alpha) {
  return static_cast<uint8_t>((sample * alpha + 255 * (255 - alpha) + 127) / 255);
}

// The tag is required, and missing in some fax files.
uint16_t usual_photometric(uint16_t compression, int samples) {
  const bool fax = compression == COMPRESSION_CCITTRLE || compression == COMPRESSION_CCITTRLEW ||
                   compression == COMPRESSION_CCITTFAX3 || compression == COMPRESSION_CCITTFAX4;
  if (fax) return PHOTOMETRIC_MINISWHITE;
  return samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
}

}  // namespace

std::optional<TiffRows> TiffRows::create(TiffFile& file, int width) {
  TIFF* const handle = file.handle();
  TiffRows rows;
  rows.width_ = width;
  rows.bits_ = file.short_tag(TIFFTAG_BITSPERSAMPLE);
  rows.per_pixel_ = file.short_tag(TIFFTAG_SAMPLESPERPIXEL);
  const bool known_bits =
      rows.bits_ == 1 || rows.bits_ == 2 || rows.bits_ == 4 || rows.bits_ == 8 || rows.bits_ == 16;
  const bool planes_together =
      rows.per_pixel_ == 1 || file.short_tag(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_CONTIG;
  const uint16_t format = file.short_tag(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  const bool whole_numbers = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
  // Enough for any alpha and spot channels; bounds the row buffers.
  constexpr int kMostSamples = 16;
  if (TIFFIsTiled(handle) || !known_bits || !planes_together || !whole_numbers ||
      rows.per_pixel_ < 1 || rows.per_pixel_ > kMostSamples || !rows.set_colors(file))
    return std::nullopt;
  rows.set_alpha(file);
  const tmsize_t line_bits = tmsize_t{width} * rows.per_pixel_ * rows.bits_;
  if (TIFFScanlineSize(handle) < (line_bits + 7) / 8) return std::nullopt;
  if (rows.channels_ == 1 && rows.per_pixel_ == 1 && rows.bits_ <= 8)
    rows.table_.emplace(gray_entries(rows.bits_, rows.kind_ == Kind::kGrayInverted), rows.bits_,
                        width, 1, kWhiteGround);
  rows.samples_.resize(static_cast<size_t>(width) * static_cast<size_t>(rows.per_pixel_));
  rows.row_.resize(static_cast<size_t>(width) * static_cast<size_t>(rows.channels_));
  return rows;
}

bool TiffRows::set_colors(TiffFile& file) {
  const uint16_t compression = file.short_tag(TIFFTAG_COMPRESSION);
  channels_ = 3;
  switch (file.short_tag(TIFFTAG_PHOTOMETRIC, usual_photometric(compression, per_pixel_))) {
    case PHOTOMETRIC_MINISWHITE:
      kind_ = Kind::kGrayInverted;
      channels_ = 1;
      return true;
    case PHOTOMETRIC_MINISBLACK:
      kind_ = Kind::kGray;
      channels_ = 1;
      return true;
    case PHOTOMETRIC_PALETTE:
      return per_pixel_ == 1 && use_palette(file);
    case PHOTOMETRIC_YCBCR:
      // libjpeg undoes the subsampling and the colour space; nobody else would.
      if (compression != COMPRESSION_JPEG) return false;
      TIFFSetField(file.handle(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
      [[fallthrough]];
    case PHOTOMETRIC_RGB:
      kind_ = Kind::kRgb;
      colors_ = 3;
      return per_pixel_ >= colors_;
    case PHOTOMETRIC_SEPARATED:
      kind_ = Kind::kCmyk;
      colors_ = 4;
      return per_pixel_ >= colors_ && file.short_tag(TIFFTAG_INKSET, INKSET_CMYK) == INKSET_CMYK;
    default:
      return false;
  }
}

void TiffRows::set_alpha(TiffFile& file) {
  uint16_t count = 0;
  uint16_t* types = nullptr;
  TIFFGetFieldDefaulted(file.handle(), TIFFTAG_EXTRASAMPLES, &count, &types);
  if (count == 0 || !types || per_pixel_ <= colors_) return;
  if (types[0] == EXTRASAMPLE_ASSOCALPHA) alpha_ = Alpha::kPremultiplied;
  if (types[0] == EXTRASAMPLE_UNASSALPHA) alpha_ = Alpha::kPlain;
}

bool TiffRows::use_palette(TiffFile& file) {
  uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
  if (bits_ > 8 || !TIFFGetField(file.handle(), TIFFTAG_COLORMAP, &red, &green, &blue))
    return false;
  const size_t count = size_t(1) << bits_;
  // Some old writers filled the 16-bit map with 8-bit values.
  const auto small = [count](const uint16_t* map) {
    return std::all_of(map, map + count, [](uint16_t value) { return value < 256; });
  };
  const int shift = small(red) && small(green) && small(blue) ? 0 : 8;
  const auto sample = [shift](uint16_t value) { return static_cast<uint8_t>(value >> shift); };
  std::vector<Rgba> entries;
  entries.reserve(count);
  for (size_t i = 0; i < count; ++i)
    entries.push_back({sample(red[i]), sample(green[i]), sample(blue[i]), 255});
  table_.emplace(std::move(entries), bits_, width_, 3, kWhiteGround);
  return true;
}

const uint8_t* TiffRows::samples_of(const uint8_t* raw) {
  if (bits_ == 8) return raw;
  const size_t count = samples_.size();
  if (bits_ == 16) {
    for (size_t i = 0; i < count; ++i) {
      uint16_t value;  // libtiff has put it into the machine's byte order
      std::copy_n(raw + 2 * i, 2, reinterpret_cast<uint8_t*>(&value));
      samples_[i] = static_cast<uint8_t>((value * 255U + 32767) / 65535);
    }
    return samples_.data();
  }
  const int most = (1 << bits_) - 1, scale = 255 / most;
  for (size_t i = 0, bit = 0; i < count; ++i, bit += static_cast<size_t>(bits_)) {
    const int shift = 8 - bits_ - static_cast<int>(bit % 8);
    samples_[i] = static_cast<uint8_t>((raw[bit / 8] >> shift & most) * scale);
  }
  return samples_.data();
}

void TiffRows::convert_pixels(const uint8_t* samples) {
  uint8_t* out = row_.data();
  for (int x = 0; x < width_; ++x, samples += per_pixel_) {
    uint8_t* const first = out;
    switch (kind_) {
      case Kind::kGray:
        *out++ = samples[0];
        break;
      case Kind::kGrayInverted:
        *out++ = static_cast<uint8_t>(255 - samples[0]);
        break;
      case Kind::kRgb:
        out = std::copy_n(samples, 3, out);
        break;
      case Kind::kCmyk:
        for (int c = 0; c < 3; ++c)
          *out++ = static_cast<uint8_t>(((255 - samples[c]) * (255 - samples[3]) + 127) / 255);
        break;
    }
    if (alpha_ == Alpha::kNone) continue;
    const int alpha = samples[colors_];
    for (uint8_t* sample = first; sample != out; ++sample)
      *sample = alpha_ == Alpha::kPlain
                    ? over_white(*sample, alpha)
                    : static_cast<uint8_t>(std::min(*sample + 255 - alpha, 255));
  }
}

const uint8_t* TiffRows::convert(const uint8_t* raw) {
  if (table_) return table_->expand(raw);
  const uint8_t* samples = samples_of(raw);
  if (per_pixel_ == channels_ && (kind_ == Kind::kGray || kind_ == Kind::kRgb)) return samples;
  convert_pixels(samples);
  return row_.data();
}

}  // namespace octavo
