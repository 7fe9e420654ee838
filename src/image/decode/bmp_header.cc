#include "image/decode/bmp_header.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "image/decode/report.h"

namespace octavo {
namespace {

constexpr uint64_t kFileHeader = 14;
constexpr uint32_t kCore = 12, kInfo = 40, kWithMasks = 52, kWithAlphaMask = 56, kOs2 = 64;
constexpr std::array<uint32_t, 8> kHeaderSizes{kCore,          16,   kInfo, kWithMasks,
                                               kWithAlphaMask, kOs2, 108,   124};

// biCompression
constexpr uint32_t kRgb = 0, kRle8 = 1, kRle4 = 2, kBitFields = 3, kAlphaBitFields = 6;

// What the fields after width and height say, still as numbers.
struct InfoFields {
  uint32_t compression = kRgb, colors_used = 0;
};

InfoFields read_info_fields(ByteReader& reader, uint32_t header_size, BmpHeader& header) {
  InfoFields fields;
  if (header_size < kInfo) return fields;
  fields.compression = reader.u32_le();
  reader.skip(4);  // size of the picture data: often 0, never needed
  constexpr float kMetresPerInch = 0.0254F;
  header.dpi_x = static_cast<float>(std::max(reader.i32_le(), 0)) * kMetresPerInch;
  header.dpi_y = static_cast<float>(std::max(reader.i32_le(), 0)) * kMetresPerInch;
  fields.colors_used = reader.u32_le();
  reader.skip(4);  // important colours
  return fields;
}

bool known_depth(int bits) {
  return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
}

// Empty when fine.
std::string set_coding(uint32_t compression, bool os2, BmpHeader& header) {
  switch (compression) {
    case kRgb:
      return "";
    case kRle8:
      header.coding = BmpHeader::Coding::kRle8;
      return header.bits == 8 ? "" : "run-length coding of other than 8 bits";
    case kRle4:
      header.coding = BmpHeader::Coding::kRle4;
      return header.bits == 4 ? "" : "run-length coding of other than 4 bits";
    case kBitFields:
    case kAlphaBitFields:
      if (os2) return "OS/2 compression";
      return header.bits == 16 || header.bits == 32 ? "" : "colour masks without 16 or 32 bits";
    default:
      return "compression method " + std::to_string(compression);
  }
}

void set_default_masks(BmpHeader& header) {
  if (header.bits == 16) header.masks = {0x7C00, 0x03E0, 0x001F, 0};
  if (header.bits == 32) header.masks = {0xFF0000, 0x00FF00, 0x0000FF, 0};
}

void read_palette(ByteReader& reader, uint32_t colors_used, bool core, BmpHeader& header) {
  if (header.bits > 8) return;
  const uint32_t all = 1U << header.bits;
  const uint32_t count = colors_used == 0 ? all : std::min(colors_used, all);
  // A palette that breaks off leaves black.
  header.palette.resize(count);
  for (auto& color : header.palette) {
    const uint8_t blue = reader.u8(), green = reader.u8(), red = reader.u8();
    if (!core) reader.skip(1);
    if (reader.ok()) color = {red, green, blue};
  }
}

}  // namespace

bool is_bmp_header(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  if (reader.u16_le() != 0x4D42) return false;  // "BM"
  reader.seek(kFileHeader);
  const uint32_t size = reader.u32_le();
  return reader.ok() &&
         std::find(kHeaderSizes.begin(), kHeaderSizes.end(), size) != kHeaderSizes.end();
}

Result<BmpHeader> read_bmp_header(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  reader.seek(kFileHeader - 4);
  const uint32_t pixels = reader.u32_le();
  const uint32_t size = reader.u32_le();
  BmpHeader header;
  if (size == kCore) {
    header.width = reader.u16_le();
    header.height = reader.u16_le();
  } else {
    header.width = reader.i32_le();
    header.height = reader.i32_le();
  }
  header.top_down = header.height < 0;
  header.height = header.top_down ? -header.height : header.height;
  reader.skip(2);  // planes
  header.bits = reader.u16_le();
  const InfoFields fields = read_info_fields(reader, size, header);
  if (!reader.ok()) return corrupted("BMP: the header breaks off", bytes.size());
  if (!known_depth(header.bits))
    return unsupported("BMP: " + std::to_string(header.bits) + " bits a pixel");
  const std::string problem = set_coding(fields.compression, size == kOs2, header);
  if (!problem.empty()) return unsupported("BMP: " + problem);
  set_default_masks(header);
  const bool given_masks =
      fields.compression == kBitFields || fields.compression == kAlphaBitFields;
  if (given_masks) {  // in the longer headers, or right after the short one
    const bool alpha = size >= kWithAlphaMask || fields.compression == kAlphaBitFields;
    for (size_t i = 0; i < (alpha ? 4U : 3U); ++i) header.masks[i] = reader.u32_le();
  }
  const uint64_t masks_after =
      given_masks && size == kInfo ? (fields.compression == kAlphaBitFields ? 16U : 12U) : 0U;
  reader.seek(kFileHeader + size + masks_after);
  read_palette(reader, fields.colors_used, size == kCore, header);
  const uint64_t least = kFileHeader + size + masks_after;
  // Writers that leave the offset out put the pixels right after the palette.
  header.pixels = pixels >= least && pixels < bytes.size() ? pixels : reader.offset();
  return header;
}

}  // namespace octavo
