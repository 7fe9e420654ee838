// WebP through libwebp (container: RFC 9649 section 2). Of an animation the first frame is put on a
// white canvas.
#include <webp/decode.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "base/try.h"
#include "image/decode/blend.h"
#include "image/decode/codec.h"
#include "image/decode/ifd.h"
#include "image/decode/report.h"
#include "image/decode/row_sink.h"

namespace octavo {
namespace {

// What decides about one WebP file.
struct WebpParts {
  int width = 0, height = 0;  // canvas
  bool animated = false;
  Bytes picture;  // for the decoder: the whole file, or the chunks of the first frame
  int frame_x = 0, frame_y = 0;  // where it goes
  int frame_width = 0, frame_height = 0;
  bool alpha = false, lossless = false;
  int orientation = 1;
};

uint32_t u24_le(ByteReader& reader) {
  const uint32_t low = reader.u16_le();
  return low | uint32_t(reader.u8()) << 16;
}

// Takes what the chunks after the first say; a chunk that breaks off ends the walk.
void read_chunks(Bytes bytes, WebpParts& parts) {
  constexpr uint64_t kHeader = 12;
  ByteReader reader(bytes);
  reader.skip(kHeader);
  bool frame_found = false;
  while (reader.remaining() >= 8) {
    const auto name_bytes = reader.take(4);
    const std::string_view name(reinterpret_cast<const char*>(name_bytes.data()), 4);
    const uint64_t length = reader.u32_le();
    const Bytes data = reader.take(std::min(length, reader.remaining()));
    reader.skip(length & 1);
    if (name == "EXIF") {
      // Some writers keep the prefix that belongs to JPEG.
      constexpr std::string_view kPrefix("Exif\0\0", 6);
      const bool prefixed =
          data.size() >= kPrefix.size() && std::equal(kPrefix.begin(), kPrefix.end(), data.begin());
      parts.orientation = read_exif(prefixed ? data.subspan(kPrefix.size()) : data).orientation;
    } else if (name == "ANMF" && !frame_found) {
      constexpr size_t kFrameHeader = 16;
      if (data.size() < kFrameHeader) continue;
      frame_found = true;
      ByteReader frame(data);
      parts.frame_x = static_cast<int>(u24_le(frame)) * 2;
      parts.frame_y = static_cast<int>(u24_le(frame)) * 2;
      parts.picture = data.subspan(kFrameHeader);
    }
  }
}

Error webp_error(VP8StatusCode code) {
  switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY:
      return over_limit("WebP: not enough memory");
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return unsupported("WebP: unsupported feature");
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      return corrupted("WebP: the picture breaks off at once");
    default:
      return corrupted("WebP: the picture data is damaged");
  }
}

Result<WebpParts> read_parts(Bytes bytes) {
  WebPBitstreamFeatures features{};
  const auto code = WebPGetFeatures(bytes.data(), bytes.size(), &features);
  if (code != VP8_STATUS_OK) return webp_error(code);
  WebpParts parts;
  parts.width = features.width;
  parts.height = features.height;
  parts.animated = features.has_animation != 0;
  parts.picture = parts.animated ? Bytes() : bytes;
  read_chunks(bytes, parts);
  if (parts.animated) {
    const auto frame_code = WebPGetFeatures(parts.picture.data(), parts.picture.size(), &features);
    if (parts.picture.empty() || frame_code != VP8_STATUS_OK) return webp_error(frame_code);
    if (features.has_animation) return corrupted("WebP: an animation inside a frame");
  } else {
    parts.picture = bytes;
    parts.frame_x = parts.frame_y = 0;
  }
  parts.frame_width = features.width;
  parts.frame_height = features.height;
  parts.alpha = features.has_alpha != 0;
  constexpr int kLossless = 2;  // decode.h of libwebp, WebPBitstreamFeatures::format
  parts.lossless = features.format == kLossless;
  if (parts.frame_x + parts.frame_width > parts.width ||
      parts.frame_y + parts.frame_height > parts.height)
    return corrupted("WebP: a frame reaches over the canvas");
  return parts;
}

struct FreeDecoder {
  void operator()(WebPIDecoder* decoder) const { WebPIDelete(decoder); }
};

// Where the decoder writes: rows of 3 or 4 samples a pixel.
struct Target {
  uint8_t* pixels;
  size_t stride, bytes;
  int width, height;
};

struct Outcome {
  int rows = 0;  // that came
  VP8StatusCode code = VP8_STATUS_OK;
};

Outcome decode_frame(const WebpParts& parts, bool scaled, const Target& target) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return {0, VP8_STATUS_INVALID_PARAM};
  config.options.use_scaling = scaled;
  config.options.scaled_width = target.width;
  config.options.scaled_height = target.height;
  config.output.colorspace = parts.alpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = target.pixels;
  config.output.u.RGBA.stride = static_cast<int>(target.stride);
  config.output.u.RGBA.size = target.bytes;
  // The incremental decoder says how far it came when the file breaks off.
  const std::unique_ptr<WebPIDecoder, FreeDecoder> decoder(WebPIDecode(nullptr, 0, &config));
  if (!decoder) return {0, VP8_STATUS_OUT_OF_MEMORY};
  Outcome outcome;
  outcome.code = WebPIUpdate(decoder.get(), parts.picture.data(), parts.picture.size());
  int rows = 0;
  if (WebPIDecGetRGB(decoder.get(), &rows, nullptr, nullptr, nullptr))
    outcome.rows = std::clamp(rows, 0, target.height);
  return outcome;
}

// Decodes straight into the canvas, or past it when there is alpha to blend.
Outcome decode_onto(const WebpParts& parts, int factor, Image& canvas, Diagnostics& diagnostics) {
  const int left = parts.frame_x / factor, top = parts.frame_y / factor;
  Target target{canvas.pixel(left, top), canvas.stride(), 0,
                (parts.frame_width + factor - 1) / factor,
                (parts.frame_height + factor - 1) / factor};
  if (!parts.alpha) {
    target.bytes = canvas.bytes().size() - static_cast<size_t>(target.pixels - canvas.row(0));
    return decode_frame(parts, factor > 1, target);
  }
  target.stride = static_cast<size_t>(target.width) * 4;
  std::vector<uint8_t> rgba(target.stride * static_cast<size_t>(target.height));
  target.pixels = rgba.data();
  target.bytes = rgba.size();
  const Outcome outcome = decode_frame(parts, factor > 1, target);
  const auto blend = [&](uint8_t ground) {
    Blender blender(ground);
    for (int y = 0; y < outcome.rows; ++y)
      blender.blend(rgba.data() + static_cast<size_t>(y) * target.stride, target.width, 3,
                    canvas.pixel(left, top + y));
    return blender.vanishes_on_white();
  };
  if (blend(kWhiteGround)) {
    canvas = Image(canvas.width(), canvas.height(), 3, kBlackGround);
    blend(kBlackGround);
    report_black_ground(diagnostics);
  }
  return outcome;
}

}  // namespace

bool is_webp(Bytes bytes) {
  return bytes.size() >= 12 && std::memcmp(bytes.data(), "RIFF", 4) == 0 &&
         std::memcmp(bytes.data() + 8, "WEBP", 4) == 0;
}

Result<StoredInfo> read_webp_info(Bytes bytes, uint64_t) {
  const WebpParts parts = OCTAVO_TRY(read_parts(bytes));
  return StoredInfo{parts.width, parts.height, parts.alpha ? 32 : 24, parts.orientation, 0, 0};
}

Result<Image> decode_webp(Bytes bytes, uint64_t, const StoredInfo&, const DecodeLimits& limits,
                          Diagnostics& diagnostics) {
  const WebpParts parts = OCTAVO_TRY(read_parts(bytes));
  // libwebp keeps a lossless picture whole (4 bytes a pixel), and the alpha plane of a lossy one.
  const int64_t pixels = int64_t(parts.frame_width) * parts.frame_height;
  if (pixels * (parts.lossless ? 4 : parts.alpha ? 1 : 0) > limits.max_work_bytes)
    return over_limit("a WebP of this kind and size (" + std::to_string(pixels / 1'000'000) +
                      " million pixels) cannot be read in parts");
  // A second picture stands beside the result: that with alpha, or libwebp's own.
  const bool twice = parts.alpha || parts.lossless;
  const int factor = reduction_factor(parts.width, parts.height,
                                      twice ? limits.max_pixels / 2 : limits.max_pixels);
  Image canvas((parts.width + factor - 1) / factor, (parts.height + factor - 1) / factor, 3);
  const Outcome outcome = decode_onto(parts, factor, canvas, diagnostics);
  const bool broken_off =
      outcome.code == VP8_STATUS_SUSPENDED || outcome.code == VP8_STATUS_NOT_ENOUGH_DATA;
  if (outcome.rows == 0) return webp_error(outcome.code);
  const int height = (parts.frame_height + factor - 1) / factor;
  if (outcome.rows < height) report_truncated(outcome.rows, height, diagnostics);
  if (outcome.code != VP8_STATUS_OK && !broken_off)
    report_damaged("the bit stream breaks a rule", diagnostics);
  if (parts.animated) report_skipped_frames(diagnostics);
  return canvas;
}

}  // namespace octavo
