// PNG through libspng, one row at a time.
#include <spng.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "base/try.h"
#include "image/decode/blend.h"
#include "image/decode/codec.h"
#include "image/decode/packed_table.h"
#include "image/decode/png_chunks.h"
#include "image/decode/report.h"
#include "image/decode/row_sink.h"

namespace octavo {
namespace {

struct FreeContext {
  void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

// Hands libspng the signature and the needed chunks, as if there were nothing else in the file. A
// chunk that breaks off gets the length it has: libspng takes no part of one that ends too early.
class ChunkStream {
 public:
  explicit ChunkStream(const PngChunks& chunks) : chunks_(chunks) {
    parts_.emplace_back(kPngSignature);
  }

  bool read(uint8_t* out, size_t count) {
    while (count > 0) {
      if (parts_.empty() && !next_chunk()) return false;
      auto& part = parts_.front();
      const size_t step = std::min(count, part.size());
      out = std::copy_n(part.data(), step, out);
      count -= step;
      part = part.subspan(step);
      if (part.empty()) parts_.erase(parts_.begin());
    }
    return true;
  }

 private:
  bool next_chunk() {
    if (next_ == chunks_.needed.size()) return false;
    const auto& chunk = chunks_.needed[next_++];
    for (size_t i = 0; i < length_.size(); ++i)
      length_[i] = static_cast<uint8_t>(chunk.length >> (24 - 8 * i));
    parts_.assign({length_, chunk.bytes});
    return true;
  }

  const PngChunks& chunks_;
  size_t next_ = 0;
  std::array<uint8_t, 4> length_{};
  std::vector<std::span<const uint8_t>> parts_;  // what comes next
};

int read_chunks(spng_ctx*, void* user, void* out, size_t count) {
  return static_cast<ChunkStream*>(user)->read(static_cast<uint8_t*>(out), count) ? 0 : SPNG_IO_EOF;
}

// True for rows that one table turns into pixels. Interlaced rows come from libspng bit by bit.
bool is_packed(const PngChunks& chunks) {
  const bool gray_bits = chunks.color_type == 0 && chunks.bit_depth < 8 && !chunks.transparency;
  const bool known_depth = chunks.bit_depth == 1 || chunks.bit_depth == 2 ||
                           chunks.bit_depth == 4 || chunks.bit_depth == 8;
  return !chunks.interlaced && known_depth && (gray_bits || chunks.has_palette());
}

std::vector<Rgba> entries_of(const PngChunks& chunks) {
  if (!chunks.has_palette()) return gray_entries(chunks.bit_depth, false);
  std::vector<Rgba> entries;
  for (size_t i = 0; i < size_t(1) << chunks.bit_depth; ++i) {
    // An index beyond the palette is an error of the file; it shows black.
    const PngColor color = i < chunks.palette.size() ? chunks.palette[i] : PngColor{};
    const uint8_t alpha = i < chunks.palette_alpha.size() ? chunks.palette_alpha[i] : 255;
    entries.push_back({color.red, color.green, color.blue, alpha});
  }
  return entries;
}

class PngReader {
 public:
  PngReader(const PngChunks& chunks, bool check_crc, uint8_t ground)
      : chunks_(chunks),
        stream_(chunks),
        context_(spng_ctx_new(0)),
        ground_(ground),
        blender_(ground) {
    if (!context_) return;
    if (!check_crc) spng_set_crc_action(context_.get(), SPNG_CRC_USE, SPNG_CRC_USE);
    spng_set_png_stream(context_.get(), read_chunks, &stream_);
  }

  int start() {
    if (!context_) return SPNG_EMEM;
    // Bytes as they are where a table or nothing has to be done to them, else R, G, B, alpha.
    const bool plain_gray =
        chunks_.color_type == 0 && !chunks_.transparency && chunks_.bit_depth <= 8;
    channels_ = chunks_.is_gray() ? 1 : 3;
    if (is_packed(chunks_)) {
      table_.emplace(entries_of(chunks_), chunks_.bit_depth, chunks_.width, channels_, ground_);
      format_ = SPNG_FMT_RAW;
    } else if (plain_gray) {
      format_ = SPNG_FMT_G8;
    } else {
      row_.resize(size_t(chunks_.width) * static_cast<size_t>(channels_));
    }
    pixel_.resize(size_t(chunks_.width) * (format_ == SPNG_FMT_RGBA8 ? 4 : 1));
    return spng_decode_image(
        context_.get(), nullptr, 0, format_,
        (format_ == SPNG_FMT_RAW ? 0 : SPNG_DECODE_TRNS) | SPNG_DECODE_PROGRESSIVE);
  }

  int channels() const { return channels_; }
  int pass() const {
    spng_row_info info{};
    return spng_get_row_info(context_.get(), &info) == 0 ? info.pass : -1;
  }
  int row_number() const {
    spng_row_info info{};
    spng_get_row_info(context_.get(), &info);
    return static_cast<int>(info.row_num);
  }

  // 0 and SPNG_EOI (the last row) mean that row() is there.
  int next() { return spng_decode_row(context_.get(), pixel_.data(), pixel_.size()); }

  // After the last row: SPNG_ECHUNK_CRC when the checksum of the last data is wrong, else 0.
  int finish() {
    return spng_decode_chunks(context_.get()) == SPNG_ECHUNK_CRC ? SPNG_ECHUNK_CRC : 0;
  }

  // The row as grey or RGB.
  const uint8_t* row() {
    if (format_ == SPNG_FMT_RAW) return table_->expand(pixel_.data());
    if (format_ == SPNG_FMT_G8) return pixel_.data();
    blender_.blend(pixel_.data(), static_cast<int>(chunks_.width), channels_, row_.data());
    return row_.data();
  }
  bool vanishes_on_white() const {
    return table_ ? table_->vanishes_on_white() : blender_.vanishes_on_white();
  }

 private:
  const PngChunks& chunks_;
  ChunkStream stream_;
  std::unique_ptr<spng_ctx, FreeContext> context_;
  uint8_t ground_;
  Blender blender_;
  std::optional<PackedTable> table_;
  int format_ = SPNG_FMT_RGBA8, channels_ = 3;
  std::vector<uint8_t> pixel_, row_;
};

bool is_row(int code) { return code == 0 || code == SPNG_EOI; }

// Adam7 (ISO/IEC 15948 clause 8.2): first pixel and distance of each pass, and the square that
// stands for the pixels still to come.
struct Adam7Pass {
  int x, y, step_x, step_y, block_x, block_y;
};
constexpr std::array<Adam7Pass, 7> kPasses{{{0, 0, 8, 8, 8, 8},
                                            {4, 0, 8, 8, 4, 8},
                                            {0, 4, 4, 8, 4, 4},
                                            {2, 0, 4, 4, 2, 4},
                                            {0, 2, 2, 4, 2, 2},
                                            {1, 0, 2, 2, 1, 2},
                                            {0, 1, 1, 2, 1, 1}}};

// How often to halve an interlaced picture so that it fits: the first 5, 3 or 1 passes are just
// that. One more than the most when it never does.
constexpr int kMostHalvings = 3;
int halvings(const PngChunks& chunks, int64_t max_pixels) {
  int shift = 0;
  const auto pixels = [&] {
    return (int64_t((chunks.width - 1) >> shift) + 1) * (int64_t((chunks.height - 1) >> shift) + 1);
  };
  while (shift <= kMostHalvings && pixels() > max_pixels) ++shift;
  return shift;
}

void place_row(const uint8_t* row, const Adam7Pass& pass, int y, int shift, int width,
               Image& image) {
  const auto samples = static_cast<size_t>(image.channels());
  const int block_x = std::max(pass.block_x >> shift, 1),
            block_y = std::max(pass.block_y >> shift, 1);
  const int bottom = std::min((y >> shift) + block_y, image.height());
  for (int x = pass.x; x < width; x += pass.step_x) {
    const int right = std::min((x >> shift) + block_x, image.width());
    for (int to_y = y >> shift; to_y < bottom; ++to_y)
      for (int to_x = x >> shift; to_x < right; ++to_x)
        std::copy_n(row + static_cast<size_t>(x) * samples, samples, image.pixel(to_x, to_y));
  }
}

struct Attempt {
  Image image;               // empty when nothing came
  int code = 0;              // of libspng; 0 when all came
  int64_t rows = 0, of = 0;  // came, and should have
  bool vanishes = false;     // everything is white on white
};

// Interlaced rows come in seven passes: all of the picture has to be kept, so a large one is made
// of its first passes alone.
Attempt read_interlaced(PngReader& reader, const PngChunks& chunks, int shift) {
  const int width = static_cast<int>(chunks.width), height = static_cast<int>(chunks.height);
  const size_t passes = kPasses.size() - 2 * static_cast<size_t>(shift);
  Attempt result;
  for (size_t i = 0; i < passes; ++i)
    if (width > kPasses[i].x && height > kPasses[i].y)
      result.of += (height - kPasses[i].y + kPasses[i].step_y - 1) / kPasses[i].step_y;
  while (result.rows < result.of) {
    const int pass = reader.pass(), y = reader.row_number();
    result.code = reader.next();
    if (!is_row(result.code)) return result;
    if (result.rows++ == 0)
      result.image =
          Image(((width - 1) >> shift) + 1, ((height - 1) >> shift) + 1, reader.channels());
    place_row(reader.row(), kPasses[static_cast<size_t>(pass)], y, shift, width, result.image);
  }
  result.code = passes == kPasses.size() ? reader.finish() : 0;
  return result;
}

Attempt read_in_order(PngReader& reader, const PngChunks& chunks, const DecodeLimits& limits) {
  const int width = static_cast<int>(chunks.width), height = static_cast<int>(chunks.height);
  RowSink sink(width, height, reader.channels(),
               reduction_factor(width, height, limits.max_pixels));
  Attempt result;
  result.of = height;
  while (!sink.full()) {
    result.code = reader.next();
    if (!is_row(result.code)) break;
    sink.add(reader.row());
  }
  if (sink.full()) result.code = reader.finish();
  result.rows = sink.rows();
  if (sink.rows() > 0) result.image = sink.take();
  return result;
}

Error png_error(int code) {
  const std::string what = std::string("PNG: ") + spng_strerror(code);
  return code == SPNG_EMEM ? over_limit(what) : corrupted(what);
}

Attempt attempt(const PngChunks& chunks, bool check_crc, uint8_t ground,
                const DecodeLimits& limits) {
  PngReader reader(chunks, check_crc, ground);
  Attempt result;
  result.code = reader.start();
  if (result.code != 0) return result;
  result = chunks.interlaced ? read_interlaced(reader, chunks, halvings(chunks, limits.max_pixels))
                             : read_in_order(reader, chunks, limits);
  result.vanishes = reader.vanishes_on_white();
  return result;
}

}  // namespace

bool is_png(Bytes bytes) {
  return bytes.size() >= kPngSignature.size() &&
         std::equal(kPngSignature.begin(), kPngSignature.end(), bytes.begin());
}

Result<StoredInfo> read_png_info(Bytes bytes, uint64_t) {
  const PngChunks chunks = OCTAVO_TRY(read_png_chunks(bytes));
  return StoredInfo{
      chunks.width,      chunks.height,    chunks.bits_per_pixel(), chunks.tags.orientation,
      chunks.tags.dpi_x, chunks.tags.dpi_y};
}

Result<Image> decode_png(Bytes bytes, uint64_t, const StoredInfo& info, const DecodeLimits& limits,
                         Diagnostics& diagnostics) {
  const PngChunks chunks = OCTAVO_TRY(read_png_chunks(bytes));
  if (chunks.interlaced && halvings(chunks, limits.max_pixels) > kMostHalvings)
    return over_limit("an interlaced PNG of " + std::to_string(info.width * info.height) +
                      " pixels cannot be made small enough while reading");
  Attempt result = attempt(chunks, true, kWhiteGround, limits);
  bool check_crc = true;
  if (result.code == SPNG_ECHUNK_CRC || result.code == SPNG_EZLIB) {
    // A wrong checksum may sit on pixels that are still right: once more without looking at it.
    check_crc = false;
    if (result.rows < result.of) result = attempt(chunks, check_crc, kWhiteGround, limits);
    report_damaged("a checksum does not fit its data", diagnostics);
  }
  if (result.vanishes) {
    result = attempt(chunks, check_crc, kBlackGround, limits);
    report_black_ground(diagnostics);
  }
  if (result.image.empty()) return png_error(result.code);
  if (result.rows < result.of) report_truncated(result.rows, result.of, diagnostics);
  if (chunks.animated) report_skipped_frames(diagnostics);
  return std::move(result.image);
}

}  // namespace octavo
