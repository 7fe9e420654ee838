// BMP, decoded by our own code: plain rows of 1 to 32 bits, RLE4 and RLE8.
#include <algorithm>
#include <bit>
#include <optional>

#include "base/byte_reader.h"
#include "base/try.h"
#include "image/decode/bmp_header.h"
#include "image/decode/codec.h"
#include "image/decode/packed_table.h"
#include "image/decode/report.h"
#include "image/decode/row_sink.h"

namespace octavo {
namespace {

// One masked channel of a pixel, scaled to 0..255.
class Channel {
 public:
  explicit Channel(uint32_t mask)
      : mask_(mask), shift_(mask == 0 ? 0 : std::countr_zero(mask)), most_(mask >> shift_) {}
  bool exists() const { return mask_ != 0; }
  uint8_t of(uint32_t pixel) const {
    if (mask_ == 0) return 0;
    return static_cast<uint8_t>((uint64_t((pixel & mask_) >> shift_) * 255 + most_ / 2) / most_);
  }

 private:
  uint32_t mask_;
  int shift_;
  uint64_t most_;
};

class RowConverter {
 public:
  // `use_alpha`: false when the alpha channel is missing or empty.
  RowConverter(const BmpHeader& header, bool use_alpha)
      : header_(header),
        red_(header.masks[0]),
        green_(header.masks[1]),
        blue_(header.masks[2]),
        alpha_(use_alpha ? header.masks[3] : 0),
        row_(static_cast<size_t>(header.width) * 3) {
    if (header.bits > 8) return;
    // An index beyond the palette is black.
    std::vector<Rgba> entries(size_t(1) << header.bits, Rgba{0, 0, 0, 255});
    for (size_t i = 0; i < std::min(entries.size(), header.palette.size()); ++i)
      std::copy(header.palette[i].begin(), header.palette[i].end(), entries[i].begin());
    table_.emplace(std::move(entries), header.bits, header.width, 3, kWhiteGround);
  }

  // `raw`: one packed row.
  const uint8_t* convert(const uint8_t* raw) {
    if (table_) return table_->expand(raw);
    if (header_.bits == 24)
      convert_bytes(raw);
    else
      convert_masked(raw);
    return row_.data();
  }

 private:
  void convert_bytes(const uint8_t* raw) {
    uint8_t* out = row_.data();
    for (int64_t x = 0; x < header_.width; ++x, raw += 3) {
      *out++ = raw[2];
      *out++ = raw[1];
      *out++ = raw[0];
    }
  }

  void convert_masked(const uint8_t* raw) {
    uint8_t* out = row_.data();
    for (int64_t x = 0; x < header_.width; ++x) {
      uint32_t pixel = raw[0] | uint32_t(raw[1]) << 8;
      if (header_.bits == 32) pixel |= uint32_t(raw[2]) << 16 | uint32_t(raw[3]) << 24;
      raw += header_.bits / 8;
      const int alpha = alpha_.exists() ? alpha_.of(pixel) : 255;
      for (const uint8_t sample : {red_.of(pixel), green_.of(pixel), blue_.of(pixel)})
        *out++ = static_cast<uint8_t>((sample * alpha + 255 * (255 - alpha) + 127) / 255);
    }
  }

  const BmpHeader& header_;
  Channel red_, green_, blue_, alpha_;
  std::optional<PackedTable> table_;
  std::vector<uint8_t> row_;
};

// Rows are padded to four bytes.
int64_t row_stride(const BmpHeader& header) { return (header.width * header.bits + 31) / 32 * 4; }

// Many programs write alpha masks and leave every alpha at 0, meaning opaque.
bool any_alpha(const BmpHeader& header, Bytes data) {
  if (header.masks[3] == 0 || header.bits <= 8) return false;
  const auto step = static_cast<size_t>(header.bits / 8);
  for (size_t at = 0; at + step <= data.size(); at += step) {
    uint32_t pixel = 0;
    for (size_t i = 0; i < step; ++i) pixel |= uint32_t(data[at + i]) << (8 * i);
    if ((pixel & header.masks[3]) != 0) return true;
  }
  return false;
}

// Rows of the file, the top one first; nullptr for a row that is not (wholly) there.
class PlainRows {
 public:
  PlainRows(const BmpHeader& header, Bytes data) : header_(header), data_(data) {}
  const uint8_t* row(int64_t y) const {
    const int64_t stored = header_.top_down ? y : header_.height - 1 - y;
    const int64_t used =
        (header_.width * header_.bits + 7) / 8;  // padding of the last row may lack
    const int64_t start = stored * row_stride(header_);
    return start + used <= static_cast<int64_t>(data_.size()) ? data_.data() + start : nullptr;
  }

 private:
  const BmpHeader& header_;
  Bytes data_;
};

// Run-length coded indices, one byte each, bottom row first; pixels that are jumped over stay 0.
class RleRows {
 public:
  RleRows(const BmpHeader& header, Bytes data)
      : width_(header.width),
        height_(header.height),
        nibbles_(header.coding == BmpHeader::Coding::kRle4),
        reader_(data),
        background_(static_cast<size_t>(width_)) {
    while (y_ < height_ && step()) continue;
  }
  // False when the data ended before the end mark or the last row.
  bool complete() const { return ended_ || y_ >= height_ || (y_ == height_ - 1 && x_ >= width_); }
  int64_t rows() const { return std::min(y_ + (x_ > 0 ? 1 : 0), height_); }
  // Counted from the top; nullptr for a row that the data did not reach.
  const uint8_t* row(int64_t y) const {
    const int64_t stored = height_ - 1 - y;
    if ((stored + 1) * width_ <= static_cast<int64_t>(indices_.size()))
      return indices_.data() + stored * width_;
    return complete() ? background_.data() : nullptr;
  }

 private:
  void put(uint8_t index) {
    // Memory grows with the rows that have data: a header that lies costs nothing.
    const auto needed = static_cast<size_t>((y_ + 1) * width_);
    if (indices_.size() < needed) indices_.resize(needed);
    if (x_ < width_) indices_[static_cast<size_t>(y_ * width_ + x_)] = index;
    ++x_;
  }

  bool step() {
    const uint8_t count = reader_.u8(), value = reader_.u8();
    if (!reader_.ok()) return false;
    if (count == 0) return escape(value);
    for (int i = 0; i < count; ++i) put(nibbles_ ? (i % 2 == 0 ? value >> 4 : value & 15) : value);
    return true;
  }

  bool escape(uint8_t value) {
    switch (value) {
      case 0:  // end of the line
        x_ = 0;
        ++y_;
        return true;
      case 1:  // end of the picture
        ended_ = true;
        return false;
      case 2:  // jump
        x_ += reader_.u8();
        y_ += reader_.u8();
        return reader_.ok();
      default:
        return literal(value);
    }
  }

  bool literal(int count) {
    const int bytes = nibbles_ ? (count + 1) / 2 : count;
    for (int i = 0; i < bytes; ++i) {
      const uint8_t value = reader_.u8();
      if (!reader_.ok()) return false;
      put(nibbles_ ? value >> 4 : value);
      if (nibbles_ && 2 * i + 1 < count) put(value & 15);
    }
    reader_.skip(static_cast<uint64_t>(bytes % 2));  // to an even address
    return true;
  }

  int64_t width_, height_, x_ = 0, y_ = 0;
  bool nibbles_, ended_ = false;
  ByteReader reader_;
  std::vector<uint8_t> background_, indices_;
};

Result<Image> decode_rle(BmpHeader& header, Bytes data, const DecodeLimits& limits,
                         Diagnostics& diagnostics) {
  if (header.width * header.height > limits.max_work_bytes)
    return over_limit("a run-length coded BMP of this size cannot be read in parts");
  const RleRows rows(header, data);
  if (!rows.complete()) {
    if (rows.rows() == 0) return corrupted("BMP: no picture data", header.pixels);
    report_truncated(rows.rows(), header.height, diagnostics);
  }
  header.bits = 8;  // as RleRows gives them
  RowConverter converter(header, false);
  const int width = static_cast<int>(header.width), height = static_cast<int>(header.height);
  RowSink sink(width, height, 3, reduction_factor(width, height, limits.max_pixels));
  for (int y = 0; y < height; ++y) {
    const uint8_t* row = rows.row(y);
    if (row)
      sink.add(converter.convert(row));
    else
      sink.skip(1);
  }
  return sink.take();
}

Result<Image> decode_plain(const BmpHeader& header, Bytes data, const DecodeLimits& limits,
                           Diagnostics& diagnostics) {
  const int width = static_cast<int>(header.width), height = static_cast<int>(header.height);
  const int64_t there = std::min<int64_t>((static_cast<int64_t>(data.size()) + row_stride(header) -
                                           (width * int64_t(header.bits) + 7) / 8) /
                                              row_stride(header),
                                          height);
  if (there <= 0) return corrupted("BMP: no picture data", header.pixels);
  const PlainRows rows(header, data);
  RowConverter converter(header, any_alpha(header, data));
  RowSink sink(width, height, 3, reduction_factor(width, height, limits.max_pixels));
  for (int y = 0; y < height; ++y) {
    const uint8_t* row = rows.row(y);
    if (row)
      sink.add(converter.convert(row));
    else
      sink.skip(1);
  }
  if (there < height) report_truncated(there, height, diagnostics);
  return sink.take();
}

}  // namespace

bool is_bmp(Bytes bytes) { return is_bmp_header(bytes); }

Result<StoredInfo> read_bmp_info(Bytes bytes, uint64_t) {
  const BmpHeader header = OCTAVO_TRY(read_bmp_header(bytes));
  return StoredInfo{header.width, header.height, header.bits, 1, header.dpi_x, header.dpi_y};
}

Result<Image> decode_bmp(Bytes bytes, uint64_t, const StoredInfo&, const DecodeLimits& limits,
                         Diagnostics& diagnostics) {
  BmpHeader header = OCTAVO_TRY(read_bmp_header(bytes));
  const Bytes data = bytes.subspan(std::min<uint64_t>(header.pixels, bytes.size()));
  if (header.coding == BmpHeader::Coding::kPlain)
    return decode_plain(header, data, limits, diagnostics);
  return decode_rle(header, data, limits, diagnostics);
}

}  // namespace octavo
