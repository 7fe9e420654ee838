#include <gif_lib.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "image/decode/testing.h"

namespace octavo::testing {
namespace {

struct MemoryFile {
  File bytes;
  size_t position = 0;
};

MemoryFile& memory(thandle_t handle) { return *static_cast<MemoryFile*>(handle); }

tmsize_t read_memory(thandle_t handle, void* out, tmsize_t count) {
  auto& file = memory(handle);
  const size_t step = std::min(static_cast<size_t>(count), file.bytes.size() - file.position);
  std::memcpy(out, file.bytes.data() + file.position, step);
  file.position += step;
  return static_cast<tmsize_t>(step);
}

tmsize_t write_memory(thandle_t handle, void* in, tmsize_t count) {
  auto& file = memory(handle);
  const size_t end = file.position + static_cast<size_t>(count);
  if (file.bytes.size() < end) file.bytes.resize(end);
  std::memcpy(file.bytes.data() + file.position, in, static_cast<size_t>(count));
  file.position = end;
  return count;
}

toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
  auto& file = memory(handle);
  const size_t base = whence == SEEK_SET   ? 0
                      : whence == SEEK_CUR ? file.position
                                           : file.bytes.size();
  file.position = base + offset;
  return file.position;
}

int close_memory(thandle_t) { return 0; }
toff_t size_memory(thandle_t handle) { return memory(handle).bytes.size(); }

void set_tags(TIFF* tiff, const TiffPage& page) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, page.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, page.samples);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, page.photometric);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, page.compression);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, page.orientation);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, page.planar);
  TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, page.subfile_type);
  if (page.extra != 0xFFFF) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &page.extra);
  if (page.dpi > 0) {
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, page.dpi);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, page.dpi_y > 0 ? page.dpi_y : page.dpi);
  }
  if (!page.palette.empty()) {
    const size_t count = page.palette.size() / 3;
    TIFFSetField(tiff, TIFFTAG_COLORMAP, page.palette.data(), page.palette.data() + count,
                 page.palette.data() + 2 * count);
  }
  if (page.photometric == PHOTOMETRIC_YCBCR && page.compression == COMPRESSION_JPEG)
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  if (page.subsampling > 0)
    TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, page.subsampling, page.subsampling);
}

// Whole-byte pixels only.
void write_tiles(TIFF* tiff, const TiffPage& page) {
  TIFFSetField(tiff, TIFFTAG_TILEWIDTH, page.tile);
  TIFFSetField(tiff, TIFFTAG_TILELENGTH, page.tile);
  const size_t pixel = static_cast<size_t>(page.bits / 8) * page.samples;
  for (uint32_t top = 0; top < page.height; top += page.tile)
    for (uint32_t left = 0; left < page.width; left += page.tile) {
      std::vector<uint8_t> tile(static_cast<size_t>(page.tile) * page.tile * pixel);
      for (uint32_t y = 0; y < std::min(page.tile, page.height - top); ++y)
        std::copy_n(page.data.data() + (static_cast<size_t>(top + y) * page.width + left) * pixel,
                    std::min(page.tile, page.width - left) * pixel,
                    tile.data() + static_cast<size_t>(y) * page.tile * pixel);
      EXPECT_GE(TIFFWriteTile(tiff, tile.data(), left, top, 0, 0), 0);
    }
}

void write_strips(TIFF* tiff, const TiffPage& page) {
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP,
               page.rows_per_strip > 0 ? page.rows_per_strip : page.height);
  if (page.subsampling > 0) {  // libtiff has lines only for pictures that are not subsampled
    EXPECT_GE(TIFFWriteEncodedStrip(tiff, 0, const_cast<uint8_t*>(page.data.data()),
                                    static_cast<tmsize_t>(page.data.size())),
              0);
    return;
  }
  const int planes = page.planar == PLANARCONFIG_SEPARATE ? page.samples : 1;
  const size_t line = page.data.size() / page.height / static_cast<size_t>(planes);
  const uint8_t* in = page.data.data();
  for (int plane = 0; plane < planes; ++plane)
    for (uint32_t y = 0; y < page.height; ++y, in += line) {
      std::vector<uint8_t> row(in, in + line);  // libtiff may change it
      EXPECT_EQ(TIFFWriteScanline(tiff, row.data(), y, static_cast<uint16_t>(plane)), 1);
    }
}

int write_gif(GifFileType* gif, const GifByteType* bytes, int count) {
  auto& file = *static_cast<File*>(gif->UserData);
  file.insert(file.end(), bytes, bytes + count);
  return count;
}

}  // namespace

File make_tiff(const std::vector<TiffPage>& pages, const std::string& mode) {
  MemoryFile file;
  TIFF* tiff = TIFFClientOpen("test", mode.c_str(), &file, read_memory, write_memory, seek_memory,
                              close_memory, size_memory, nullptr, nullptr);
  EXPECT_NE(tiff, nullptr);
  for (const TiffPage& page : pages) {
    set_tags(tiff, page);
    page.tile > 0 ? write_tiles(tiff, page) : write_strips(tiff, page);
    EXPECT_EQ(TIFFWriteDirectory(tiff), 1);
  }
  TIFFClose(tiff);
  return file.bytes;
}

File make_gif(int width, int height, const std::vector<GifFrame>& frames) {
  File file;
  int error = 0;
  GifFileType* gif = EGifOpen(&file, write_gif, &error);
  EGifSetGifVersion(gif, true);
  const std::array<GifColorType, 4> colors{{{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}}};
  ColorMapObject* map = GifMakeMapObject(4, colors.data());
  EXPECT_EQ(EGifPutScreenDesc(gif, width, height, 8, 0, map), GIF_OK);
  for (const GifFrame& frame : frames) {
    if (frame.transparent >= 0) {
      const GraphicsControlBlock control{DISPOSAL_UNSPECIFIED, false, 10, frame.transparent};
      std::array<GifByteType, 4> block{};
      EGifGCBToExtension(&control, block.data());
      EXPECT_EQ(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, block.data()), GIF_OK);
    }
    EXPECT_EQ(EGifPutImageDesc(gif, frame.left, frame.top, frame.width, frame.height,
                               frame.interlaced, nullptr),
              GIF_OK);
    std::vector<uint8_t> indices = frame.indices;  // giflib masks them in place
    EXPECT_EQ(EGifPutLine(gif, indices.data(), static_cast<int>(indices.size())), GIF_OK);
  }
  GifFreeMapObject(map);
  EXPECT_EQ(EGifCloseFile(gif, &error), GIF_OK);
  return file;
}

}  // namespace octavo::testing
