#include "image/decode/tiff_file.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "image/decode/report.h"

namespace octavo {

tmsize_t TiffFile::read(thandle_t self, void* out, tmsize_t count) {
  auto& file = *static_cast<TiffFile*>(self);
  if (count <= 0 || file.position_ >= file.bytes_.size()) return 0;
  const auto step =
      std::min<uint64_t>(static_cast<uint64_t>(count), file.bytes_.size() - file.position_);
  std::memcpy(out, file.bytes_.data() + file.position_, step);
  file.position_ += step;
  return static_cast<tmsize_t>(step);
}

toff_t TiffFile::seek(thandle_t self, toff_t offset, int whence) {
  auto& file = *static_cast<TiffFile*>(self);
  // libtiff seeks from the start only; anything else is answered as its own files would.
  if (whence == SEEK_SET) file.position_ = offset;
  if (whence == SEEK_CUR) file.position_ += offset;
  if (whence == SEEK_END) file.position_ = file.bytes_.size() + offset;
  return file.position_;
}

toff_t TiffFile::size(thandle_t self) { return static_cast<TiffFile*>(self)->bytes_.size(); }

int TiffFile::map(thandle_t self, void** base, toff_t* size) {
  auto& file = *static_cast<TiffFile*>(self);
  *base = const_cast<uint8_t*>(file.bytes_.data());  // opened for reading: libtiff does not write
  *size = file.bytes_.size();
  return 1;
}

int TiffFile::note_error(TIFF*, void* self, const char*, const char* format, va_list arguments) {
  auto& file = *static_cast<TiffFile*>(self);
  if (file.errors_++ == 0) {
    std::array<char, 200> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    file.message_ = text.data();
    // File names and other bytes of the input may be in it.
    std::replace_if(
        file.message_.begin(), file.message_.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  }
  return 1;
}

Result<std::unique_ptr<TiffFile>> TiffFile::open(Bytes bytes, uint64_t directory,
                                                 int64_t max_allocation) {
  std::unique_ptr<TiffFile> file(new TiffFile(bytes));
  const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(
      TIFFOpenOptionsAlloc(), &TIFFOpenOptionsFree);
  if (!options) return over_limit("TIFF: not enough memory");
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), note_error, file.get());
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore, nullptr);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(max_allocation));
  // h: no directory is read yet, the one that is wanted comes next.
  file->handle_ = TIFFClientOpenExt("", "rh", file.get(), read, write, seek, close, size, map,
                                    unmap, options.get());
  if (!file->handle_ || !TIFFSetSubDirectory(file->handle_, directory))
    return corrupted(
        "TIFF: " + (file->message_.empty() ? "a directory is damaged" : file->message_), directory);
  return file;
}

TiffFile::~TiffFile() {
  if (handle_) TIFFClose(handle_);
}

uint16_t TiffFile::short_tag(uint32_t tag, uint16_t otherwise) const {
  uint16_t value = otherwise;
  TIFFGetFieldDefaulted(handle_, tag, &value);
  return value;
}

}  // namespace octavo
