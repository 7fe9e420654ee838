// Makes picture files for tests, with the encoders of the libraries that decode.cc reads them with
// and settings that no writer of ours uses.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "image/decode/decode.h"
#include "image/image.h"

namespace octavo::testing {

using File = std::vector<uint8_t>;

// A picture without symmetry: red grows to the right, green downwards, blue is a coarse chequer.
Image sample_picture(int width, int height, int channels);

// Raw samples as the PNG stores them: rows of packed samples, 16 bits big-endian.
struct PngSpec {
  int width = 1, height = 1, bit_depth = 8, color_type = 2;
  bool interlaced = false;
  std::vector<uint8_t> palette;       // R, G, B, ...
  std::vector<uint8_t> transparency;  // bytes of tRNS
  int dots_per_metre = 0;
};
File make_png(const PngSpec& spec, const std::vector<uint8_t>& rows);
// A chunk with its right CRC put before the chunk named `before`.
void insert_png_chunk(File& png, const std::string& before, const std::string& name,
                      const File& data);

struct JpegSpec {
  int width = 1, height = 1;
  int components = 3;  // of `samples`: 1 grey, 3 RGB, 4 CMYK
  bool progressive = false;
  bool ycck = false;         // 4 components: stored as YCCK
  bool adobe_marker = true;  // 4 components
  int restart_rows = 0;
  int quality = 95;
};
File make_jpeg(const JpegSpec& spec, const std::vector<uint8_t>& samples);
// "Exif\0\0" block with orientation and, when positive, resolution.
File make_exif(int orientation, int dpi, bool big_endian);
void insert_exif(File& jpeg, const File& exif);

struct TiffPage {
  uint32_t width = 1, height = 1;
  uint16_t bits = 8, samples = 1, photometric = 1, compression = 1;
  uint16_t orientation = 1, planar = 1, extra = 0xFFFF;  // extra: EXTRASAMPLES type, 0xFFFF: none
  uint32_t rows_per_strip = 0, tile = 0;                 // 0: one strip; tile side, 0: strips
  uint32_t subfile_type = 0;
  uint16_t subsampling = 0;       // YCbCr, horizontal and vertical
  float dpi = 0, dpi_y = 0;       // dpi_y: 0 when the same
  std::vector<uint16_t> palette;  // red, green, blue maps, one after another
  std::vector<uint8_t> data;      // rows of packed samples (native 16 bit), tiles cut out of them
};
// `mode` "w" little-endian, "wb" big-endian, "w8" BigTIFF.
File make_tiff(const std::vector<TiffPage>& pages, const std::string& mode = "wl");

File make_webp(const Image& rgb, bool lossless, const std::vector<uint8_t>* alpha = nullptr);
// Frames with their place (even numbers) on a canvas.
struct WebpFrame {
  int x = 0, y = 0;
  File file;  // of make_webp
};
File make_animated_webp(int width, int height, const std::vector<WebpFrame>& frames);

struct GifFrame {
  int left = 0, top = 0, width = 1, height = 1;
  bool interlaced = false;
  int transparent = -1;
  std::vector<uint8_t> indices;
};
// Four colours: black, red, green, blue.
File make_gif(int width, int height, const std::vector<GifFrame>& frames);

// Opens and decodes; fails the test (and gives an empty picture) on an error.
DecodedPicture decoded(const File& file, int frame = 0, const DecodeLimits& limits = {});
DecodedPicture decoded(const File& file, Diagnostics& diagnostics, const DecodeLimits& limits = {});
// The code of the error, kInternal (and a failure) when there is none.
Code decode_error(const File& file, const DecodeLimits& limits = {});
// "r,g,b" or "g".
std::string pixel_text(const Image& image, int x, int y);
// Largest difference between two pictures of one shape; 256 when the shapes differ.
int difference(ImageView a, ImageView b);

}  // namespace octavo::testing
