#include "image/decode/png_chunks.h"

#include <algorithm>
#include <string_view>

#include "base/byte_reader.h"
#include "image/decode/report.h"

namespace octavo {
namespace {

constexpr size_t kName = 4, kCrc = 4,
                 kFrame = 4 + kName + kCrc;  // around a chunk's data, with the length

constexpr size_t kHeaderLength = 13;

void read_header(ByteReader data, PngChunks& chunks) {
  chunks.width = data.u32_be();
  chunks.height = data.u32_be();
  chunks.bit_depth = data.u8();
  chunks.color_type = data.u8();
  data.skip(2);  // compression and filter method: the pixel decoder checks them
  chunks.interlaced = data.u8() == 1;
}

void read_palette(ByteReader data, PngChunks& chunks) {
  while (data.remaining() >= 3 && chunks.palette.size() < 256) {
    const uint8_t red = data.u8(), green = data.u8(), blue = data.u8();
    chunks.palette.push_back({red, green, blue});
  }
}

void read_density(ByteReader data, PngChunks& chunks) {
  const uint32_t x = data.u32_be(), y = data.u32_be();
  const uint8_t unit = data.u8();
  constexpr uint8_t kMetre = 1;
  constexpr float kMetresPerInch = 0.0254F;
  if (!data.ok() || unit != kMetre) return;
  chunks.tags.dpi_x = static_cast<float>(x) * kMetresPerInch;
  chunks.tags.dpi_y = static_cast<float>(y) * kMetresPerInch;
}

// tRNS is not allowed for pictures that have an alpha channel; such a chunk says nothing.
bool may_have_transparency(const PngChunks& chunks) {
  return (chunks.color_type & 4) == 0 && !(chunks.has_palette() && chunks.palette.empty());
}

}  // namespace

bool PngChunks::is_gray() const {
  if (!has_palette()) return !has_color();
  return std::all_of(palette.begin(), palette.end(), [](const PngColor& color) {
    return color.red == color.green && color.green == color.blue;
  });
}

int PngChunks::bits_per_pixel() const {
  const int samples = has_palette() ? 1 : (has_color() ? 3 : 1) + ((color_type & 4) != 0 ? 1 : 0);
  return samples * bit_depth;
}

Result<PngChunks> read_png_chunks(std::span<const uint8_t> bytes) {
  PngChunks chunks;
  bool pixels = false;
  uint64_t at = kPngSignature.size();
  while (bytes.size() > at && bytes.size() - at >= kFrame - kCrc) {
    ByteReader reader(bytes.subspan(at));
    const uint64_t length = reader.u32_be();
    const auto rest = bytes.subspan(at + kFrame - kName - kCrc);
    const std::string_view name(reinterpret_cast<const char*>(rest.data()), kName);
    const auto data = rest.subspan(kName, std::min<uint64_t>(length, rest.size() - kName));
    const bool whole = rest.size() >= kName + length + kCrc;
    const PngChunks::Chunk chunk{static_cast<uint32_t>(data.size()),
                                 rest.first(kName + data.size() + (whole ? kCrc : 0))};
    if (chunks.needed.empty() && name != "IHDR")
      return corrupted("PNG: the header is not the first chunk", at);
    if (name == "IEND") break;
    if (name == "IHDR") {
      if (!chunks.needed.empty() || data.size() != kHeaderLength)
        return corrupted("PNG: the header is damaged", at);
      read_header(ByteReader(data), chunks);
      chunks.needed.push_back(chunk);
    } else if (name == "IDAT") {
      pixels = true;
      chunks.needed.push_back(chunk);
    } else if (name == "PLTE" && !pixels && chunks.palette.empty()) {
      read_palette(ByteReader(data), chunks);
      if (chunks.has_palette()) chunks.needed.push_back(chunk);
    } else if (name == "tRNS" && !pixels && !chunks.transparency && may_have_transparency(chunks)) {
      chunks.transparency = true;
      if (chunks.has_palette()) chunks.palette_alpha.assign(data.begin(), data.end());
      chunks.needed.push_back(chunk);
    } else if (name == "pHYs") {
      read_density(ByteReader(data), chunks);
    } else if (name == "eXIf") {
      chunks.tags.orientation = read_exif(data).orientation;
    } else if (name == "acTL") {
      chunks.animated = ByteReader(data).u32_be() > 1;
    }
    at += length + kFrame;
  }
  if (chunks.needed.empty()) return corrupted("PNG: no header", at);
  if (!pixels) return corrupted("PNG: no picture data", at);
  return chunks;
}

}  // namespace octavo
