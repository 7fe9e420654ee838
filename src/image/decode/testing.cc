#include "image/decode/testing.h"

#include <gtest/gtest.h>
#include <spng.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include <algorithm>
#include <cstdlib>

namespace octavo::testing {
namespace {

void append_be(File& file, uint32_t value, int size) {
  for (int i = size - 1; i >= 0; --i) file.push_back(static_cast<uint8_t>(value >> (8 * i)));
}
void append_le(File& file, uint32_t value, int size) {
  for (int i = 0; i < size; ++i) file.push_back(static_cast<uint8_t>(value >> (8 * i)));
}
void append(File& file, const std::string& text) {
  file.insert(file.end(), text.begin(), text.end());
}
void append(File& file, const File& bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); }

uint32_t crc32(const uint8_t* bytes, size_t count) {
  uint32_t value = ~0U;
  for (size_t i = 0; i < count; ++i) {
    value ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xEDB88320U : 0U);
  }
  return ~value;
}

void append_chunk(File& file, const std::string& name, const File& data) {
  append(file, name);
  append_le(file, static_cast<uint32_t>(data.size()), 4);
  append(file, data);
  if (data.size() % 2 == 1) file.push_back(0);
}

File riff(const File& body) {
  File file;
  append(file, "RIFF");
  append_le(file, static_cast<uint32_t>(body.size() + 4), 4);
  append(file, "WEBP");
  append(file, body);
  return file;
}

}  // namespace

Image sample_picture(int width, int height, int channels) {
  Image image(width, height, channels);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int red = 20 + 200 * x / std::max(width - 1, 1);
      const int green = 20 + 200 * y / std::max(height - 1, 1);
      image.pixel(x, y)[0] = static_cast<uint8_t>(channels == 1 ? (red + 2 * green) / 3 : red);
      if (channels == 1) continue;
      image.pixel(x, y)[1] = static_cast<uint8_t>(green);
      image.pixel(x, y)[2] = (x / 16 + y / 16) % 2 == 0 ? 60 : 180;
    }
  return image;
}

File make_png(const PngSpec& spec, const std::vector<uint8_t>& rows) {
  spng_ctx* context = spng_ctx_new(SPNG_CTX_ENCODER);
  spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
  spng_ihdr header{};
  header.width = static_cast<uint32_t>(spec.width);
  header.height = static_cast<uint32_t>(spec.height);
  header.bit_depth = static_cast<uint8_t>(spec.bit_depth);
  header.color_type = static_cast<uint8_t>(spec.color_type);
  header.interlace_method = spec.interlaced ? 1 : 0;
  EXPECT_EQ(spng_set_ihdr(context, &header), 0);
  if (!spec.palette.empty()) {
    spng_plte palette{};
    palette.n_entries = static_cast<uint32_t>(spec.palette.size() / 3);
    for (uint32_t i = 0; i < palette.n_entries; ++i)
      palette.entries[i] = {spec.palette[3 * i], spec.palette[3 * i + 1], spec.palette[3 * i + 2],
                            255};
    EXPECT_EQ(spng_set_plte(context, &palette), 0);
  }
  EXPECT_EQ(
      spng_encode_image(context, rows.data(), rows.size(), SPNG_FMT_RAW, SPNG_ENCODE_FINALIZE), 0)
      << "png of " << rows.size() << " bytes";
  size_t size = 0;
  int error = 0;
  auto* bytes = static_cast<uint8_t*>(spng_get_png_buffer(context, &size, &error));
  File file(bytes, bytes + size);
  std::free(bytes);
  spng_ctx_free(context);
  if (!spec.transparency.empty()) insert_png_chunk(file, "IDAT", "tRNS", spec.transparency);
  if (spec.dots_per_metre > 0) {
    File density;
    append_be(density, static_cast<uint32_t>(spec.dots_per_metre), 4);
    append_be(density, static_cast<uint32_t>(spec.dots_per_metre), 4);
    density.push_back(1);
    insert_png_chunk(file, "IDAT", "pHYs", density);
  }
  return file;
}

void insert_png_chunk(File& png, const std::string& before, const std::string& name,
                      const File& data) {
  File chunk;
  append_be(chunk, static_cast<uint32_t>(data.size()), 4);
  append(chunk, name);
  append(chunk, data);
  append_be(chunk, crc32(chunk.data() + 4, chunk.size() - 4), 4);
  const auto at = std::search(png.begin(), png.end(), before.begin(), before.end());
  ASSERT_NE(at, png.end());
  png.insert(at - 4, chunk.begin(), chunk.end());
}

File make_exif(int orientation, int dpi, bool big_endian) {
  const auto number = [&](File& file, uint32_t value, int size) {
    big_endian ? append_be(file, value, size) : append_le(file, value, size);
  };
  File tiff;
  append(tiff, big_endian ? "MM" : "II");
  number(tiff, 42, 2);
  number(tiff, 8, 4);
  number(tiff, dpi > 0 ? 4 : 1, 2);
  constexpr uint32_t kAfter = 8 + 2 + 4 * 12 + 4;  // where the fractions stand
  const auto entry = [&](uint32_t tag, uint32_t type, uint32_t value, int value_size) {
    number(tiff, tag, 2);
    number(tiff, type, 2);
    number(tiff, 1, 4);
    number(tiff, value, value_size);
    for (int i = value_size; i < 4; ++i) tiff.push_back(0);
  };
  entry(0x0112, 3, static_cast<uint32_t>(orientation), 2);
  if (dpi > 0) {
    entry(0x011A, 5, kAfter, 4);
    entry(0x011B, 5, kAfter, 4);
    entry(0x0128, 3, 2, 2);
  }
  number(tiff, 0, 4);
  if (dpi > 0) {
    number(tiff, static_cast<uint32_t>(dpi) * 10, 4);
    number(tiff, 10, 4);
  }
  return tiff;
}

void insert_exif(File& jpeg, const File& exif) {
  File marker{0xFF, 0xE1};
  append_be(marker, static_cast<uint32_t>(exif.size() + 8), 2);
  append(marker, std::string("Exif\0\0", 6));
  append(marker, exif);
  jpeg.insert(jpeg.begin() + 2, marker.begin(), marker.end());
}

File make_webp(const Image& rgb, bool lossless, const std::vector<uint8_t>* alpha) {
  const int width = rgb.width(), height = rgb.height();
  std::vector<uint8_t> rgba;
  for (size_t i = 0; i < static_cast<size_t>(width * height); ++i) {
    for (size_t c = 0; c < 3; ++c) rgba.push_back(rgb.bytes()[3 * i + c]);
    rgba.push_back(alpha ? (*alpha)[i] : 255);
  }
  WebPConfig config;
  WebPPicture picture;
  EXPECT_TRUE(WebPConfigInit(&config) && WebPPictureInit(&picture));
  config.lossless = lossless;
  config.exact = 1;
  config.quality = 95;
  picture.use_argb = lossless;
  picture.width = width;
  picture.height = height;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  EXPECT_TRUE(WebPPictureImportRGBA(&picture, rgba.data(), width * 4));
  EXPECT_TRUE(WebPEncode(&config, &picture));
  File file(writer.mem, writer.mem + writer.size);
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  return file;
}

File make_animated_webp(int width, int height, const std::vector<WebpFrame>& frames) {
  File body, header{0x12, 0, 0, 0};  // animation and alpha
  append_le(header, static_cast<uint32_t>(width - 1), 3);
  append_le(header, static_cast<uint32_t>(height - 1), 3);
  append_chunk(body, "VP8X", header);
  append_chunk(body, "ANIM", {255, 255, 255, 255, 0, 0});
  for (const WebpFrame& frame : frames) {
    int frame_width = 0, frame_height = 0;
    EXPECT_TRUE(WebPGetInfo(frame.file.data(), frame.file.size(), &frame_width, &frame_height));
    File data;
    append_le(data, static_cast<uint32_t>(frame.x / 2), 3);
    append_le(data, static_cast<uint32_t>(frame.y / 2), 3);
    append_le(data, static_cast<uint32_t>(frame_width - 1), 3);
    append_le(data, static_cast<uint32_t>(frame_height - 1), 3);
    append_le(data, 100, 3);
    data.push_back(2);
    // The simple file's chunks without its RIFF header, and without a VP8X chunk of its own.
    size_t start = 12;
    if (std::equal(frame.file.begin() + 12, frame.file.begin() + 16, "VP8X")) start += 18;
    data.insert(data.end(), frame.file.begin() + static_cast<ptrdiff_t>(start), frame.file.end());
    append_chunk(body, "ANMF", data);
  }
  return riff(body);
}

DecodedPicture decoded(const File& file, Diagnostics& diagnostics, const DecodeLimits& limits) {
  auto picture = open_picture(file);
  if (!picture.ok()) {
    ADD_FAILURE() << picture.error().message();
    return {};
  }
  auto result = picture->decode(0, limits, diagnostics);
  if (!result.ok()) {
    ADD_FAILURE() << result.error().message();
    return {};
  }
  return std::move(result).value();
}

DecodedPicture decoded(const File& file, int frame, const DecodeLimits& limits) {
  auto picture = open_picture(file);
  Diagnostics diagnostics;
  if (!picture.ok() || frame >= picture->frame_count()) {
    ADD_FAILURE() << (picture.ok() ? "no such frame" : picture.error().message());
    return {};
  }
  auto result = picture->decode(frame, limits, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.list())
    ADD_FAILURE() << diagnostic.id << ": " << diagnostic.text;
  if (result.ok()) return std::move(result).value();
  ADD_FAILURE() << result.error().message();
  return {};
}

Code decode_error(const File& file, const DecodeLimits& limits) {
  auto picture = open_picture(file);
  if (!picture.ok()) return picture.error().code;
  Diagnostics diagnostics;
  const auto result = picture->decode(0, limits, diagnostics);
  if (!result.ok()) return result.error().code;
  ADD_FAILURE() << "was decoded";
  return Code::kInternal;
}

std::string pixel_text(const Image& image, int x, int y) {
  std::string text;
  for (int c = 0; c < image.channels(); ++c)
    text += (c > 0 ? "," : "") + std::to_string(image.pixel(x, y)[c]);
  return text;
}

int difference(ImageView a, ImageView b) {
  if (a.width != b.width || a.height != b.height || a.channels != b.channels) return 256;
  int most = 0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width * a.channels; ++x)
      most = std::max(most, std::abs(a.row(y)[x] - b.row(y)[x]));
  return most;
}

}  // namespace octavo::testing
