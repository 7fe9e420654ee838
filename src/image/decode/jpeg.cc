// JPEG through libjpeg-turbo's jpeglib (ITU T.81, JFIF 1.02; Adobe Technical Note 5116 for the
// APP14 marker). Pictures over the pixel limit are decoded at n/8 of their size by the inverse DCT
// itself.
#include <csetjmp>
#include <cstdio>

// jpeglib.h needs FILE from <cstdio> before it.
#include <jerror.h>
#include <jpeglib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/try.h"
#include "image/decode/codec.h"
#include "image/decode/ifd.h"
#include "image/decode/report.h"
#include "image/decode/row_sink.h"

namespace octavo {
namespace {

constexpr int kExifMarker = JPEG_APP0 + 1;

// Plain data only: longjmp runs no destructors.
struct JpegErrors {
  jpeg_error_mgr manager;  // first: libjpeg hands back a pointer to it
  std::jmp_buf back;
  int code = 0;
  char text[JMSG_LENGTH_MAX] = "";
  int warnings = 0;  // damaged data that libjpeg went on from
  bool ended = false;
  int ended_scan = 0;  // where the data ran out
  unsigned ended_row_of_mcus = 0;
};

struct JpegProgress {
  jpeg_progress_mgr manager;  // first, as above
  int max_scans = 0;
};

void jump_out(j_common_ptr common) {
  auto* errors = reinterpret_cast<JpegErrors*>(common->err);
  errors->code = common->err->msg_code;
  common->err->format_message(common, errors->text);
  std::longjmp(errors->back, 1);
}

void note_warning(j_common_ptr common, int level) {
  auto* errors = reinterpret_cast<JpegErrors*>(common->err);
  if (level >= 0) return;  // trace
  switch (common->err->msg_code) {
    case JWRN_HUFF_BAD_CODE:
    case JWRN_HIT_MARKER:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION:
      if (errors->warnings++ == 0) common->err->format_message(common, errors->text);
      return;
    case JWRN_JPEG_EOF:
      break;
    default:
      return;  // about the file around the pixels, not the pixels
  }
  if (errors->ended) return;
  const auto* codec = reinterpret_cast<jpeg_decompress_struct*>(common);
  errors->ended = true;
  errors->ended_scan = codec->input_scan_number;
  errors->ended_row_of_mcus = codec->input_iMCU_row;
}

// Each scan of a progressive file costs a pass over all coefficients, however few bytes it has.
void limit_scans(j_common_ptr common) {
  const auto* codec = reinterpret_cast<jpeg_decompress_struct*>(common);
  if (codec->input_scan_number <= reinterpret_cast<JpegProgress*>(common->progress)->max_scans)
    return;
  auto* errors = reinterpret_cast<JpegErrors*>(common->err);
  errors->code = JERR_OUT_OF_MEMORY;  // reported as a limit
  std::snprintf(errors->text, sizeof errors->text, "more than %d scans",
                reinterpret_cast<JpegProgress*>(common->progress)->max_scans);
  std::longjmp(errors->back, 1);
}

class JpegReader {
 public:
  explicit JpegReader(Bytes bytes) : bytes_(bytes) {
    codec_.err = jpeg_std_error(&errors_.manager);
    errors_.manager.error_exit = jump_out;
    errors_.manager.emit_message = note_warning;
  }
  ~JpegReader() { jpeg_destroy_decompress(&codec_); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  // Runs calls into libjpeg. False when one of them failed; the reason is in errors(). Nothing
  // inside `calls` may need a destructor.
  template <class Calls>
  bool attempt(Calls calls) {
    if (setjmp(errors_.back) != 0) return false;
    calls();
    return true;
  }

  bool read_header() {
    return attempt([this] {
      jpeg_create_decompress(&codec_);
      jpeg_mem_src(&codec_, bytes_.data(), static_cast<unsigned long>(bytes_.size()));
      constexpr unsigned kWholeMarker = 0xFFFF;
      jpeg_save_markers(&codec_, kExifMarker, kWholeMarker);
      jpeg_read_header(&codec_, TRUE);
    });
  }

  jpeg_decompress_struct& codec() { return codec_; }
  JpegErrors& errors() { return errors_; }

  Error error() const {
    const std::string what = std::string("JPEG: ") + errors_.text;
    switch (errors_.code) {
      case JERR_BAD_PRECISION:
      case JERR_SOF_UNSUPPORTED:
      case JERR_ARITH_NOTIMPL:
      case JERR_NOTIMPL:
      case JERR_CONVERSION_NOTIMPL:
      case JERR_FRACT_SAMPLE_NOTIMPL:
      case JERR_CCIR601_NOTIMPL:
        return unsupported(what);
      case JERR_OUT_OF_MEMORY:
      case JERR_IMAGE_TOO_BIG:
      case JERR_WIDTH_OVERFLOW:
        return over_limit(what);
      default:
        return corrupted(what, offset());
    }
  }

 private:
  // Where in the file libjpeg was; at the end it reads from a buffer of its own.
  uint64_t offset() const {
    if (!codec_.src) return 0;
    const auto* at = codec_.src->next_input_byte;
    const bool inside = at >= bytes_.data() && at <= bytes_.data() + bytes_.size();
    return inside ? static_cast<uint64_t>(at - bytes_.data()) : bytes_.size();
  }

  Bytes bytes_;
  jpeg_decompress_struct codec_{};
  JpegErrors errors_{};
};

PictureTags tags_of(const jpeg_decompress_struct& codec) {
  constexpr std::string_view kExif("Exif\0\0", 6);
  PictureTags tags;
  for (const auto* marker = codec.marker_list; marker; marker = marker->next) {
    if (marker->marker != kExifMarker || marker->data_length < kExif.size()) continue;
    const Bytes data(marker->data, marker->data_length);
    if (!std::equal(kExif.begin(), kExif.end(), data.begin())) continue;
    tags = read_exif(data.subspan(kExif.size()));
    break;
  }
  // JFIF 1.02: unit 1 is dots an inch, 2 dots a centimetre, 0 an aspect ratio.
  const float per_inch = codec.density_unit == 1 ? 1 : codec.density_unit == 2 ? 2.54F : 0;
  if (codec.saw_JFIF_marker && per_inch > 0) {
    tags.dpi_x = codec.X_density * per_inch;
    tags.dpi_y = codec.Y_density * per_inch;
  }
  return tags;
}

// Memory that libjpeg takes for a file whose scans must be gathered before the first row is known.
int64_t coefficient_bytes(jpeg_decompress_struct& codec) {
  if (!jpeg_has_multiple_scans(&codec)) return 0;
  int64_t blocks = 0;
  for (int i = 0; i < codec.num_components; ++i)
    blocks += int64_t(codec.comp_info[i].width_in_blocks) * codec.comp_info[i].height_in_blocks;
  return blocks * DCTSIZE2 * static_cast<int64_t>(sizeof(JCOEF));
}

// The largest n of n/8 at which the picture fits; 1 when none does.
unsigned dct_scale(const StoredInfo& info, int64_t max_pixels) {
  for (unsigned n = DCTSIZE; n > 1; --n) {
    const int64_t width = (info.width * n + 7) / 8, height = (info.height * n + 7) / 8;
    if (width * height <= max_pixels) return n;
  }
  return 1;
}

// Adobe's files hold 255 - ink. Other CMYK files hold ink.
void cmyk_to_rgb(const uint8_t* cmyk, bool inverted, int width, uint8_t* rgb) {
  const uint8_t flip = inverted ? 0 : 255;
  for (int x = 0; x < width; ++x, cmyk += 4)
    for (int c = 0; c < 3; ++c)
      *rgb++ = static_cast<uint8_t>(((cmyk[c] ^ flip) * (cmyk[3] ^ flip) + 127) / 255);
}

// The first row that was not decoded because the data ran out.
int64_t first_missing_row(const jpeg_decompress_struct& codec, const JpegErrors& errors) {
  // Once the first scan is whole every row is there, if coarse.
  if (!errors.ended || errors.ended_scan > 1) return codec.output_height;
  const int64_t rows_of_mcu = int64_t(codec.max_v_samp_factor) * codec.scale_num;
  return std::min<int64_t>((int64_t(errors.ended_row_of_mcus) + 1) * rows_of_mcu,
                           codec.output_height);
}

// Rows into the sink until the picture or its data end.
void read_rows(JpegReader& reader, RowSink& sink) {
  auto& codec = reader.codec();
  const bool cmyk = codec.out_color_space == JCS_CMYK;
  const int width = static_cast<int>(codec.output_width);
  std::vector<uint8_t> row(static_cast<size_t>(width) *
                           static_cast<size_t>(codec.output_components));
  std::vector<uint8_t> rgb(cmyk ? static_cast<size_t>(width) * 3 : 0);
  uint8_t* out = row.data();
  while (codec.output_scanline < codec.output_height) {
    if (!reader.attempt([&] { jpeg_read_scanlines(&codec, &out, 1); })) return;
    if (sink.rows() >= first_missing_row(codec, reader.errors())) return;
    if (cmyk) cmyk_to_rgb(row.data(), codec.saw_Adobe_marker, width, rgb.data());
    sink.add(cmyk ? rgb.data() : row.data());
  }
}

JpegProgress scan_limit(const StoredInfo& info) {
  // Real files have about ten scans; small pictures may have as many as they like.
  constexpr int64_t kScanPixels = 2'000'000'000;
  JpegProgress progress{};
  progress.manager.progress_monitor = limit_scans;
  progress.max_scans =
      static_cast<int>(std::clamp<int64_t>(kScanPixels / (info.width * info.height), 30, 500));
  return progress;
}

void report(const JpegErrors& errors, const RowSink& sink, int height, Diagnostics& diagnostics) {
  if (!sink.full())
    report_truncated(sink.rows(), height, diagnostics);
  else if (errors.ended)
    report_damaged("its last scans are missing", diagnostics);
  if (errors.warnings > 0) report_damaged(errors.text, diagnostics);
}

bool choose_output(jpeg_decompress_struct& codec, unsigned scale) {
  switch (codec.jpeg_color_space) {
    case JCS_GRAYSCALE:
      codec.out_color_space = JCS_GRAYSCALE;
      break;
    case JCS_RGB:
    case JCS_YCbCr:
      codec.out_color_space = JCS_RGB;
      break;
    case JCS_CMYK:
    case JCS_YCCK:
      codec.out_color_space = JCS_CMYK;
      break;
    default:
      return false;
  }
  codec.scale_num = scale;
  codec.scale_denom = DCTSIZE;
  codec.dct_method = JDCT_ISLOW;  // the one that every build computes bit for bit alike
  return true;
}

// Everything up to the marker that could not be read, so that the scans before it are used: libjpeg
// takes the end of the bytes for the end of the picture. Empty when there is none to leave out.
Bytes before_bad_marker(Bytes bytes, uint64_t offset) {
  constexpr uint8_t kMarker = 0xFF, kHuffmanTables = 0xC4, kStartOfScan = 0xDA;
  for (uint64_t at = std::min<uint64_t>(offset, bytes.size() - 1); at-- > 2;)
    if (bytes[at] == kMarker && (bytes[at + 1] == kHuffmanTables || bytes[at + 1] == kStartOfScan))
      return bytes.first(at);
  return {};
}

struct Attempt {
  Result<Image> image = Image();
  Bytes better;  // not empty: what to try instead
};

Attempt attempt(Bytes bytes, const StoredInfo& info, const DecodeLimits& limits,
                Diagnostics& diagnostics) {
  JpegReader reader(bytes);
  if (!reader.read_header()) return {reader.error(), {}};
  auto& codec = reader.codec();
  if (codec.src->bytes_in_buffer == 0)
    return {corrupted("JPEG: no picture data", bytes.size()), {}};
  if (!choose_output(codec, dct_scale(info, limits.max_pixels)))
    return {unsupported("JPEG: " + std::to_string(codec.num_components) + " colour components"),
            {}};
  const int64_t gathered = coefficient_bytes(codec);
  if (gathered > limits.max_work_bytes)
    return {over_limit("a progressive JPEG of this size needs " + std::to_string(gathered >> 20) +
                       " MB at once"),
            {}};
  JpegProgress progress = scan_limit(info);
  codec.progress = &progress.manager;
  if (!reader.attempt([&] { jpeg_start_decompress(&codec); })) {
    const Error error = reader.error();
    const bool damaged = gathered > 0 && error.code == Code::kFileCorrupted;
    return {error, damaged ? before_bad_marker(bytes, *error.place.byte_offset) : Bytes()};
  }
  const int width = static_cast<int>(codec.output_width);
  const int height = static_cast<int>(codec.output_height);
  RowSink sink(width, height, codec.out_color_space == JCS_GRAYSCALE ? 1 : 3,
               reduction_factor(width, height, limits.max_pixels));
  read_rows(reader, sink);
  if (sink.rows() == 0) return {reader.error(), {}};
  report(reader.errors(), sink, height, diagnostics);
  return {sink.take(), {}};
}

}  // namespace

bool is_jpeg(Bytes bytes) {
  return bytes.size() >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF;
}

Result<StoredInfo> read_jpeg_info(Bytes bytes, uint64_t) {
  JpegReader reader(bytes);
  if (!reader.read_header()) return reader.error();
  const auto& codec = reader.codec();
  const PictureTags tags = tags_of(codec);
  return StoredInfo{codec.image_width, codec.image_height, codec.num_components * 8,
                    tags.orientation,  tags.dpi_x,         tags.dpi_y};
}

Result<Image> decode_jpeg(Bytes bytes, uint64_t, const StoredInfo& info, const DecodeLimits& limits,
                          Diagnostics& diagnostics) {
  Attempt first = attempt(bytes, info, limits, diagnostics);
  if (first.better.empty()) return std::move(first.image);
  Attempt second = attempt(first.better, info, limits, diagnostics);
  return second.image.ok() ? std::move(second.image) : std::move(first.image);
}

}  // namespace octavo
