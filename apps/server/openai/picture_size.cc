// Headers as in PNG (W3C) 11.2.2, GIF89a 18, JPEG (T.81) B.2.2, the WebP container (RFC 9649),
// BMP ([MS-WMF] 2.2.2.3), TIFF 6.0 (sections 2 and 8) and BigTIFF.
#include "server/openai/picture_size.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

#include "base/byte_reader.h"

namespace octavo::server {
namespace {

using Bytes = std::span<const uint8_t>;
using namespace std::string_view_literals;

bool has_at(Bytes bytes, size_t offset, std::string_view wanted) {
  return bytes.size() >= offset + wanted.size() &&
         std::memcmp(bytes.data() + offset, wanted.data(), wanted.size()) == 0;
}

PictureSize png_size(Bytes bytes) {
  if (!has_at(bytes, 12, "IHDR")) return {};
  ByteReader reader(bytes);
  reader.seek(16);
  const int64_t width = reader.u32_be(), height = reader.u32_be();
  return {width, height};
}

PictureSize gif_size(Bytes bytes) {
  ByteReader reader(bytes);
  reader.seek(6);
  const int64_t width = reader.u16_le(), height = reader.u16_le();
  return {width, height};
}

bool is_frame_marker(uint8_t marker) {
  constexpr uint8_t kTables = 0xC4, kReserved = 0xC8, kArithmetic = 0xCC;
  return marker >= 0xC0 && marker <= 0xCF && marker != kTables && marker != kReserved &&
         marker != kArithmetic;
}

PictureSize jpeg_size(Bytes bytes) {
  ByteReader reader(bytes);
  reader.seek(2);
  while (reader.ok() && reader.remaining() > 0) {
    if (reader.u8() != 0xFF) continue;  // as decoders do: on to the next marker
    uint8_t marker = reader.u8();
    while (marker == 0xFF) marker = reader.u8();
    const bool alone = marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8);
    if (alone) continue;
    if (marker == 0xD9 || marker == 0xDA) return {};  // the end, or a scan before any frame
    const uint16_t length = reader.u16_be();
    if (!is_frame_marker(marker)) {
      reader.skip(std::max<uint16_t>(length, 2) - 2U);
      continue;
    }
    reader.skip(1);
    const int64_t height = reader.u16_be(), width = reader.u16_be();
    return {width, height};
  }
  return {};
}

PictureSize webp_size(Bytes bytes) {
  ByteReader reader(bytes);
  reader.seek(20);  // behind the head of the first chunk
  if (has_at(bytes, 12, "VP8X")) {
    reader.skip(4);
    const auto u24 = [&] {
      const int64_t low = reader.u16_le();
      return low + (static_cast<int64_t>(reader.u8()) << 16);
    };
    const int64_t width = u24() + 1, height = u24() + 1;
    return reader.ok() ? PictureSize{width, height} : PictureSize{};
  }
  if (has_at(bytes, 12, "VP8L")) {
    reader.skip(1);
    const uint32_t packed = reader.u32_le();
    return reader.ok() ? PictureSize{(packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1}
                       : PictureSize{};
  }
  if (!has_at(bytes, 12, "VP8 ") || !has_at(bytes, 23, "\x9D\x01\x2A")) return {};
  reader.skip(6);
  const int64_t width = reader.u16_le() & 0x3FFF, height = reader.u16_le() & 0x3FFF;
  return {width, height};
}

PictureSize bmp_size(Bytes bytes) {
  constexpr uint32_t kCoreHeader = 12;
  ByteReader reader(bytes);
  reader.seek(14);
  if (reader.u32_le() == kCoreHeader) {
    const int64_t width = reader.u16_le(), height = reader.u16_le();
    return {width, height};
  }
  const int64_t width = reader.i32_le(), height = reader.i32_le();
  return {width, std::abs(height)};  // negative: rows from top to bottom
}

// Numbers of a TIFF file in its own byte order; BigTIFF has offsets and counts of 64 bits.
class TiffReader {
 public:
  explicit TiffReader(Bytes bytes) : reader_(bytes), little_(bytes[0] == 'I') {
    constexpr uint16_t kBig = 43;
    reader_.seek(2);
    big_ = u16() == kBig;
    if (big_) reader_.skip(4);
  }
  bool ok() const { return reader_.ok(); }
  uint64_t at() const { return reader_.offset(); }
  void seek(uint64_t offset) { reader_.seek(offset); }
  uint16_t u16() { return little_ ? reader_.u16_le() : reader_.u16_be(); }
  uint32_t u32() { return little_ ? reader_.u32_le() : reader_.u32_be(); }
  uint64_t u64() {
    const uint64_t first = u32(), second = u32();
    return little_ ? second << 32 | first : first << 32 | second;
  }
  uint64_t offset() { return big_ ? u64() : u32(); }
  uint64_t entries() { return big_ ? u64() : u16(); }
  size_t width_of_value() const { return big_ ? 8 : 4; }

 private:
  ByteReader reader_;
  bool little_;
  bool big_ = false;
};

PictureSize tiff_size(Bytes bytes) {
  constexpr uint16_t kWidth = 256, kHeight = 257, kShort = 3, kLong = 4;
  TiffReader reader(bytes);
  reader.seek(reader.offset());
  PictureSize size;
  for (uint64_t left = reader.entries(); left > 0 && reader.ok(); --left) {
    const uint16_t tag = reader.u16(), kind = reader.u16();
    static_cast<void>(reader.offset());  // how many values
    const uint64_t value_at = reader.at();
    const int64_t value = kind == kShort ? reader.u16() : kind == kLong ? reader.u32() : 0;
    if (tag == kWidth) size.width = value;
    if (tag == kHeight) size.height = value;
    reader.seek(value_at + reader.width_of_value());
  }
  return size;
}

struct Format {
  std::string_view signature;
  PictureSize (*read)(Bytes bytes);
};
constexpr Format kFormats[] = {
    {"\x89PNG\r\n\x1A\n"sv, png_size},
    {"\xFF\xD8\xFF"sv, jpeg_size},
    {"GIF87a"sv, gif_size},
    {"GIF89a"sv, gif_size},
    {"BM"sv, bmp_size},
    {"II\x2A\0"sv, tiff_size},
    {"MM\0\x2A"sv, tiff_size},
    {"II\x2B\0"sv, tiff_size},
    {"MM\0\x2B"sv, tiff_size},
};

std::optional<PictureSize> read_size(Bytes bytes) {
  if (has_at(bytes, 0, "RIFF") && has_at(bytes, 8, "WEBP")) return webp_size(bytes);
  for (const Format& format : kFormats)
    if (has_at(bytes, 0, format.signature)) return format.read(bytes);
  return std::nullopt;
}

}  // namespace

int64_t PictureSize::pixels() const {
  int64_t product = 0;
  if (__builtin_mul_overflow(width, height, &product)) return std::numeric_limits<int64_t>::max();
  return product;
}

std::optional<PictureSize> picture_size(Bytes bytes) {
  const auto size = read_size(bytes);
  if (size && (size->width <= 0 || size->height <= 0)) return PictureSize{};
  return size;
}

}  // namespace octavo::server
