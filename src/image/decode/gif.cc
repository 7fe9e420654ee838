// GIF (GIF89a specification) through giflib: the first picture, on a white screen.
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>

#include "base/byte_reader.h"
#include "base/try.h"
#include "image/decode/codec.h"
#include "image/decode/report.h"
#include "image/decode/row_sink.h"

namespace octavo {
namespace {

struct GifBytes {
  Bytes bytes;
  size_t position = 0;
};

int read_source(GifFileType* gif, GifByteType* out, int count) {
  auto& source = *static_cast<GifBytes*>(gif->UserData);
  const size_t step =
      std::min(static_cast<size_t>(std::max(count, 0)), source.bytes.size() - source.position);
  if (step > 0) std::memcpy(out, source.bytes.data() + source.position, step);
  source.position += step;
  return static_cast<int>(step);
}

struct CloseGif {
  void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};
using Gif = std::unique_ptr<GifFileType, CloseGif>;

Error gif_error(int code, const GifBytes& source) {
  const char* text = GifErrorString(code);
  return corrupted(std::string("GIF: ") + (text ? text : "damaged"), source.position);
}

// The extension in front of a picture may name a colour that is not painted.
bool read_extension(GifFileType* gif, int& transparent) {
  int code = 0;
  GifByteType* block = nullptr;  // its first byte is its length
  if (DGifGetExtension(gif, &code, &block) != GIF_OK) return false;
  while (block) {
    GraphicsControlBlock control;
    if (code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4 &&
        DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
      transparent = control.TransparentColor;
    if (DGifGetExtensionNext(gif, &block) != GIF_OK) return false;
  }
  return true;
}

// Up to and with the description of the first picture.
bool find_picture(GifFileType* gif, int& transparent) {
  while (true) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(gif, &type) != GIF_OK) return false;
    if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageHeader(gif) == GIF_OK;
    if (type == EXTENSION_RECORD_TYPE && read_extension(gif, transparent)) continue;
    return false;
  }
}

using Palette = std::array<std::array<uint8_t, 3>, 256>;

Palette palette_of(const GifFileType* gif, int transparent) {
  Palette palette{};
  const ColorMapObject* map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
  for (int i = 0; map && i < std::min(map->ColorCount, 256); ++i)
    palette[static_cast<size_t>(i)] = {map->Colors[i].Red, map->Colors[i].Green,
                                       map->Colors[i].Blue};
  if (transparent >= 0 && transparent < 256)
    palette[static_cast<size_t>(transparent)] = {255, 255, 255};
  return palette;
}

// Lines of the picture into rows of the screen.
class Painter {
 public:
  Painter(const GifFileType* gif, int transparent, int factor)
      : left_(gif->Image.Left),
        palette_(palette_of(gif, transparent)),
        row_(static_cast<size_t>(gif->SWidth) * 3, 255),
        sink_(gif->SWidth, gif->SHeight, 3, factor) {
    visible_ = std::clamp(gif->SWidth - left_, 0, gif->Image.Width);
    sink_.skip(std::clamp(gif->Image.Top, 0, gif->SHeight));
  }

  void add(const uint8_t* indices) {
    if (sink_.full()) return;  // the picture reaches over the screen
    uint8_t* out = row_.data() + static_cast<size_t>(left_) * 3;
    for (int x = 0; x < visible_; ++x) out = std::copy_n(palette_[indices[x]].data(), 3, out);
    sink_.add(row_.data());
  }
  Image take() { return sink_.take(); }

 private:
  int left_ = 0, visible_ = 0;
  Palette palette_;
  std::vector<uint8_t> row_;
  RowSink sink_;
};

// Interlaced lines come in four passes; a line that did not come is taken from the pass before.
// Returns how many came.
int read_interlaced(GifFileType* gif, std::vector<uint8_t>& lines) {
  constexpr std::array<int, 4> kStart{0, 4, 2, 1}, kStep{8, 8, 4, 2}, kBlock{8, 4, 2, 1};
  const int width = gif->Image.Width, height = gif->Image.Height;
  const auto line = [&](int y) {
    return lines.data() + static_cast<size_t>(y) * static_cast<size_t>(width);
  };
  int came = 0;
  for (size_t pass = 0; pass < kStart.size(); ++pass)
    for (int y = kStart[pass]; y < height; y += kStep[pass]) {
      if (DGifGetLine(gif, line(y), width) != GIF_OK) return came;
      ++came;
      for (int below = y + 1; below < std::min(y + kBlock[pass], height); ++below)
        std::memcpy(line(below), line(y), static_cast<size_t>(width));
    }
  return came;
}

// True when another picture follows.
bool has_more_pictures(GifFileType* gif) {
  int transparent = -1;
  return find_picture(gif, transparent);
}

}  // namespace

bool is_gif(Bytes bytes) {
  return bytes.size() >= 6 && (std::memcmp(bytes.data(), "GIF87a", 6) == 0 ||
                               std::memcmp(bytes.data(), "GIF89a", 6) == 0);
}

Result<StoredInfo> read_gif_info(Bytes bytes, uint64_t) {
  ByteReader reader(bytes);
  reader.skip(6);
  StoredInfo info;
  info.width = reader.u16_le();
  info.height = reader.u16_le();
  info.bits_per_pixel = 8;
  if (!reader.ok()) return corrupted("GIF: the header breaks off", bytes.size());
  return info;
}

Result<Image> decode_gif(Bytes bytes, uint64_t, const StoredInfo&, const DecodeLimits& limits,
                         Diagnostics& diagnostics) {
  GifBytes source{bytes};
  int code = 0;
  const Gif gif(DGifOpen(&source, read_source, &code));
  if (!gif) return gif_error(code, source);
  int transparent = NO_TRANSPARENT_COLOR;
  if (!find_picture(gif.get(), transparent)) return gif_error(gif->Error, source);
  const GifImageDesc& picture = gif->Image;
  if (picture.Width <= 0 || picture.Height <= 0 || picture.Width > limits.max_side ||
      picture.Height > limits.max_side)
    return corrupted("GIF: the picture has no possible size", source.position);
  const int factor = reduction_factor(gif->SWidth, gif->SHeight, limits.max_pixels);
  const auto width = static_cast<size_t>(picture.Width);
  int came = 0;
  std::vector<uint8_t> lines;
  if (picture.Interlace) {
    if (int64_t(picture.Width) * picture.Height > limits.max_work_bytes)
      return over_limit("an interlaced GIF of this size cannot be read in parts");
    lines.resize(width * static_cast<size_t>(picture.Height));
    came = read_interlaced(gif.get(), lines);
  } else {
    lines.resize(width);
    came = DGifGetLine(gif.get(), lines.data(), picture.Width) == GIF_OK ? 1 : 0;
  }
  if (came == 0) return gif_error(gif->Error, source);
  Painter painter(gif.get(), transparent, factor);
  for (int y = 0; y < picture.Height; ++y) {
    if (picture.Interlace) {
      painter.add(lines.data() + static_cast<size_t>(y) * width);
      continue;
    }
    painter.add(lines.data());
    if (y + 1 == picture.Height) break;
    if (DGifGetLine(gif.get(), lines.data(), picture.Width) != GIF_OK) break;
    ++came;
  }
  if (came < picture.Height)
    report_truncated(came, picture.Height, diagnostics);
  else if (has_more_pictures(gif.get()))
    report_skipped_frames(diagnostics);
  return painter.take();
}

}  // namespace octavo
