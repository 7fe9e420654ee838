// TIFF 6.0 and BigTIFF through libtiff. Plain pictures are read line by line, so that one strip
// over the whole picture needs no more memory than many; the rest block by block through libtiff's
// RGBA interface.
#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/try.h"
#include "image/decode/codec.h"
#include "image/decode/ifd.h"
#include "image/decode/report.h"
#include "image/decode/row_sink.h"
#include "image/decode/tiff_file.h"
#include "image/decode/tiff_rows.h"

namespace octavo {
namespace {

// A directory of a real file has at most a few dozen tags.
constexpr size_t kMaxEntries = 4096;

uint64_t number_of(const IfdFile& file, const Ifd& directory, uint16_t tag, uint64_t otherwise) {
  const IfdEntry* entry = directory.find(tag);
  return entry ? file.number(*entry).value_or(otherwise) : otherwise;
}

// Thumbnails and masks of other pages are no pages (TIFF 6.0, NewSubfileType).
bool is_page(const IfdFile& file, const Ifd& directory) {
  return (number_of(file, directory, TIFFTAG_SUBFILETYPE, 0) &
          (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

Error tiff_error(const TiffFile& file) {
  return corrupted("TIFF: " + (file.message().empty() ? "no row can be read" : file.message()));
}

// Line by line. A strip that fails is given up to its end. Returns how many lines came.
int read_lines(TiffFile& file, TiffRows& rows, RowSink& sink, int height) {
  TIFF* const handle = file.handle();
  uint32_t strip_rows = 0;
  TIFFGetFieldDefaulted(handle, TIFFTAG_ROWSPERSTRIP, &strip_rows);
  const int per_strip = static_cast<int>(std::clamp<uint32_t>(strip_rows, 1, height));
  std::vector<uint8_t> line(static_cast<size_t>(TIFFScanlineSize(handle)));
  int good = 0;
  for (int y = 0; y < height;) {
    if (TIFFReadScanline(handle, line.data(), static_cast<uint32_t>(y), 0) == 1) {
      sink.add(rows.convert(line.data()));
      ++good;
      ++y;
      continue;
    }
    const int next_strip = std::min((y / per_strip + 1) * per_strip, height);
    sink.skip(next_strip - y);
    y = next_strip;
  }
  return good;
}

// libtiff gives premultiplied R, G, B, alpha; where it gives nothing the pixel is 0 and so turns
// white.
void over_white(const uint32_t* pixels, int width, int channels, uint8_t* out) {
  for (int x = 0; x < width; ++x) {
    const uint32_t pixel = pixels[x];
    const int white = 255 - static_cast<int>(TIFFGetA(pixel));
    const std::array<int, 3> rgb{static_cast<int>(TIFFGetR(pixel)),
                                 static_cast<int>(TIFFGetG(pixel)),
                                 static_cast<int>(TIFFGetB(pixel))};
    for (int c = 0; c < channels; ++c)
      *out++ = static_cast<uint8_t>(std::min(rgb[static_cast<size_t>(c)] + white, 255));
  }
}

struct RgbaImage {
  TIFFRGBAImage image{};
  bool open = false;
  ~RgbaImage() {
    if (open) TIFFRGBAImageEnd(&image);
  }
};

// Block by block: a row of tiles or one strip at a time.
Result<Image> decode_blocks(TiffFile& file, int width, int height, const DecodeLimits& limits,
                            Diagnostics& diagnostics) {
  TIFF* const handle = file.handle();
  std::array<char, 1024> reason{};
  if (!TIFFRGBAImageOK(handle, reason.data()))
    return unsupported("TIFF: " + std::string(reason.data()));
  uint32_t block = 0;
  TIFFGetFieldDefaulted(
      handle, TIFFIsTiled(handle) ? uint32_t{TIFFTAG_TILELENGTH} : uint32_t{TIFFTAG_ROWSPERSTRIP},
      &block);
  const int rows = static_cast<int>(std::clamp<uint32_t>(block, 1, height));
  const int64_t bytes = int64_t(width) * rows * 4;
  if (bytes > limits.max_work_bytes)
    return over_limit("TIFF: one block of the picture has " + std::to_string(bytes >> 20) + " MB");
  RgbaImage rgba;
  if (!TIFFRGBAImageBegin(&rgba.image, handle, 0, reason.data()))
    return unsupported("TIFF: " + std::string(reason.data()));
  rgba.open = true;
  rgba.image.req_orientation = rgba.image.orientation;  // as stored: decode.cc turns it
  const bool gray = rgba.image.photometric == PHOTOMETRIC_MINISBLACK ||
                    rgba.image.photometric == PHOTOMETRIC_MINISWHITE;
  const int channels = gray ? 1 : 3;
  RowSink sink(width, height, channels, reduction_factor(width, height, limits.max_pixels));
  int good = 0;
  std::vector<uint32_t> pixels(static_cast<size_t>(width) * static_cast<size_t>(rows));
  std::vector<uint8_t> line(static_cast<size_t>(width) * static_cast<size_t>(channels));
  for (int top = 0; top < height; top += rows) {
    const int count = std::min(rows, height - top);
    std::fill(pixels.begin(), pixels.end(), 0);
    rgba.image.row_offset = top;
    rgba.image.col_offset = 0;
    const int before = file.errors();
    const bool ok = TIFFRGBAImageGet(&rgba.image, pixels.data(), static_cast<uint32_t>(width),
                                     static_cast<uint32_t>(count)) == 1;
    if (!ok || file.errors() > before) {
      sink.skip(count);
      continue;
    }
    good += count;
    for (int y = 0; y < count; ++y) {
      over_white(pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(width), width,
                 channels, line.data());
      sink.add(line.data());
    }
  }
  if (good == 0) return tiff_error(file);
  if (good < height) report_truncated(good, height, diagnostics);
  return sink.take();
}

}  // namespace

bool is_tiff(Bytes bytes) { return IfdFile::open(bytes).has_value(); }

std::vector<uint64_t> list_tiff_frames(Bytes bytes) {
  // More pages than any limit lets through, and an end to directories that overlap each other.
  constexpr size_t kMaxFrames = 65536, kMaxTotalEntries = 4'000'000;
  const auto file = IfdFile::open(bytes);
  std::vector<uint64_t> pages, others;
  std::set<uint64_t> seen;
  size_t entries = 0;
  for (uint64_t at = file ? file->first() : 0; at != 0 && pages.size() < kMaxFrames;) {
    if (!seen.insert(at).second || entries > kMaxTotalEntries) break;
    const auto directory = file->read(at, kMaxEntries);
    if (!directory) {
      pages.push_back(at);  // there should be a page: reading it will say what is wrong
      break;
    }
    entries += directory->entries.size() + 1;
    (is_page(*file, *directory) ? pages : others).push_back(at);
    at = directory->next;
  }
  return pages.empty() ? others : pages;
}

Result<StoredInfo> read_tiff_info(Bytes bytes, uint64_t frame) {
  const auto file = IfdFile::open(bytes);
  const auto directory = file ? file->read(frame, kMaxEntries) : std::nullopt;
  if (!directory) return corrupted("TIFF: a directory is damaged", frame);
  constexpr uint64_t kFar = INT32_MAX;  // beyond every limit
  const auto number = [&](uint16_t tag, uint64_t otherwise) {
    return static_cast<int64_t>(std::min(number_of(*file, *directory, tag, otherwise), kFar));
  };
  StoredInfo info;
  info.width = number(TIFFTAG_IMAGEWIDTH, 0);
  info.height = number(TIFFTAG_IMAGELENGTH, 0);
  info.bits_per_pixel = static_cast<int>(std::min<int64_t>(
      std::max<int64_t>(number(TIFFTAG_BITSPERSAMPLE, 1) * number(TIFFTAG_SAMPLESPERPIXEL, 1), 1),
      1024));
  const PictureTags tags = read_picture_tags(*file, *directory);
  info.orientation = tags.orientation;
  info.dpi_x = tags.dpi_x;
  info.dpi_y = tags.dpi_y;
  return info;
}

Result<Image> decode_tiff(Bytes bytes, uint64_t frame, const StoredInfo& info,
                          const DecodeLimits& limits, Diagnostics& diagnostics) {
  const auto file = OCTAVO_TRY(TiffFile::open(bytes, frame, limits.max_work_bytes));
  uint32_t stored_width = 0, stored_height = 0;
  TIFFGetField(file->handle(), TIFFTAG_IMAGEWIDTH, &stored_width);
  TIFFGetField(file->handle(), TIFFTAG_IMAGELENGTH, &stored_height);
  // Two readers of one header that disagree (a tag given twice): trust neither.
  if (stored_width != info.width || stored_height != info.height)
    return corrupted("TIFF: the directory contradicts itself", frame);
  const uint16_t compression = file->short_tag(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  if (!TIFFIsCODECConfigured(compression))
    return unsupported("TIFF: compression method " + std::to_string(compression));
  const int width = static_cast<int>(info.width), height = static_cast<int>(info.height);
  auto rows = TiffRows::create(*file, width);
  if (!rows) return decode_blocks(*file, width, height, limits, diagnostics);
  RowSink sink(width, height, rows->channels(), reduction_factor(width, height, limits.max_pixels));
  const int good = read_lines(*file, *rows, sink, height);
  if (good == 0) return tiff_error(*file);
  if (good < height)
    report_truncated(good, height, diagnostics);
  else if (file->errors() > 0)
    report_damaged(file->message(), diagnostics);
  return sink.take();
}

}  // namespace octavo
