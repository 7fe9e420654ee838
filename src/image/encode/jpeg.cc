#include <csetjmp>
#include <cstdio>
#include <cstdlib>

// jpeglib.h needs FILE from <cstdio> before it.
#include <jpeglib.h>

#include <string>

#include "image/encode/encode.h"

namespace octavo {
namespace {

// libjpeg's way to report a fatal error is a call that must not return: jump back to write().
struct JumpingErrors {
  jpeg_error_mgr manager;
  std::jmp_buf back;
  char text[JMSG_LENGTH_MAX] = "";
};

void jump_out(j_common_ptr common) {
  auto* errors = reinterpret_cast<JumpingErrors*>(common->err);
  common->err->format_message(common, errors->text);
  std::longjmp(errors->back, 1);
}

void stay_silent(j_common_ptr, int) {}

// Plain data only: longjmp runs no destructors.
struct Encoder {
  JumpingErrors errors;
  jpeg_compress_struct codec;
  unsigned char* out = nullptr;
  unsigned long size = 0;
};

void set_up(Encoder& encoder, const ImageView& image, const JpegOptions& options) {
  auto& codec = encoder.codec;
  jpeg_mem_dest(&codec, &encoder.out, &encoder.size);
  codec.image_width = static_cast<JDIMENSION>(image.width);
  codec.image_height = static_cast<JDIMENSION>(image.height);
  codec.input_components = image.channels;
  codec.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&codec);
  jpeg_set_quality(&codec, options.quality, TRUE);
  codec.dct_method = JDCT_ISLOW;  // the one that every build computes bit for bit alike
  codec.optimize_coding = TRUE;
  if (options.full_chroma) codec.comp_info[0].h_samp_factor = codec.comp_info[0].v_samp_factor = 1;
  if (options.dpi > 0) {
    codec.density_unit = 1;  // dots per inch
    codec.X_density = codec.Y_density = static_cast<UINT16>(options.dpi);
  }
}

// False after an error; the text is in encoder.errors.
bool write(Encoder& encoder, const ImageView& image, const JpegOptions& options) {
  auto& codec = encoder.codec;
  codec.err = jpeg_std_error(&encoder.errors.manager);
  encoder.errors.manager.error_exit = jump_out;
  encoder.errors.manager.emit_message = stay_silent;
  if (setjmp(encoder.errors.back) != 0) return false;
  jpeg_create_compress(&codec);
  set_up(encoder, image, options);
  jpeg_start_compress(&codec, TRUE);
  while (codec.next_scanline < codec.image_height) {
    auto* row = const_cast<JSAMPLE*>(image.row(static_cast<int>(codec.next_scanline)));
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  return true;
}

}  // namespace

Result<std::vector<uint8_t>> encode_jpeg(ImageView image, const JpegOptions& options) {
  if (image.empty() || image.width > JPEG_MAX_DIMENSION || image.height > JPEG_MAX_DIMENSION)
    return Error{Code::kInvalidArgument, "a JPEG is 1 to 65500 pixels wide and high", "", {}};
  if (options.quality < 1 || options.quality > 100 || options.dpi < 0 || options.dpi > 65535)
    return Error{Code::kInvalidArgument, "JPEG quality must be 1 to 100, dpi 0 to 65535", "", {}};
  Encoder encoder{};
  const bool ok = write(encoder, image, options);
  jpeg_destroy_compress(&encoder.codec);
  // After an error `out` may point to a buffer that libjpeg has already replaced, so it stays.
  if (!ok)
    return Error{Code::kInternal, std::string("JPEG encoder: ") + encoder.errors.text, "", {}};
  std::vector<uint8_t> bytes(encoder.out, encoder.out + encoder.size);
  std::free(encoder.out);
  return bytes;
}

}  // namespace octavo
