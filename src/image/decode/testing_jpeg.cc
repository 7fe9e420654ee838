#include <cstdio>
#include <cstdlib>

// jpeglib.h needs FILE from <cstdio> before it.
#include <jpeglib.h>

#include "image/decode/testing.h"

namespace octavo::testing {

File make_jpeg(const JpegSpec& spec, const std::vector<uint8_t>& samples) {
  jpeg_error_mgr errors;  // the default ends the process: only right calls are made here
  jpeg_compress_struct codec{};
  codec.err = jpeg_std_error(&errors);
  jpeg_create_compress(&codec);
  unsigned char* out = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&codec, &out, &size);
  codec.image_width = static_cast<JDIMENSION>(spec.width);
  codec.image_height = static_cast<JDIMENSION>(spec.height);
  codec.input_components = spec.components;
  codec.in_color_space = spec.components == 1   ? JCS_GRAYSCALE
                         : spec.components == 3 ? JCS_RGB
                                                : JCS_CMYK;
  jpeg_set_defaults(&codec);
  if (spec.ycck) jpeg_set_colorspace(&codec, JCS_YCCK);
  if (spec.components == 4) codec.write_Adobe_marker = spec.adobe_marker;
  jpeg_set_quality(&codec, spec.quality, TRUE);
  codec.restart_in_rows = spec.restart_rows;
  if (spec.progressive) jpeg_simple_progression(&codec);
  jpeg_start_compress(&codec, TRUE);
  while (codec.next_scanline < codec.image_height) {
    auto* row = const_cast<JSAMPLE*>(samples.data()) +
                static_cast<size_t>(codec.next_scanline) *
                    static_cast<size_t>(spec.width * spec.components);
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  File file(out, out + size);
  jpeg_destroy_compress(&codec);
  std::free(out);
  return file;
}

}  // namespace octavo::testing
