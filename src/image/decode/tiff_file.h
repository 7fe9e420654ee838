// One directory of a TIFF in memory, opened with libtiff: RAII, and its messages caught.
#pragma once

#include <tiffio.h>

#include <cstdarg>

#include <memory>
#include <span>
#include <string>

#include "image/decode/codec.h"

namespace octavo {

// Does not own the bytes. Not thread-safe; make one a decode.
class TiffFile {
 public:
  // `max_allocation`: bytes that libtiff may take at once. Errors: kFileCorrupted.
  static Result<std::unique_ptr<TiffFile>> open(Bytes bytes, uint64_t directory,
                                                int64_t max_allocation);
  ~TiffFile();
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;

  TIFF* handle() const { return handle_; }
  int errors() const { return errors_; }
  // The first complaint, for the report; empty when there was none.
  const std::string& message() const { return message_; }

  // A tag of one SHORT, or its default of the standard.
  uint16_t short_tag(uint32_t tag, uint16_t otherwise = 0) const;

 private:
  explicit TiffFile(Bytes bytes) : bytes_(bytes) {}

  static tmsize_t read(thandle_t self, void* out, tmsize_t count);
  static tmsize_t write(thandle_t, void*, tmsize_t) { return 0; }
  static toff_t seek(thandle_t self, toff_t offset, int whence);
  static int close(thandle_t) { return 0; }
  static toff_t size(thandle_t self);
  static int map(thandle_t self, void** base, toff_t* size);
  static void unmap(thandle_t, void*, toff_t) {}
  static int note_error(TIFF*, void* self, const char* module, const char* format,
                        va_list arguments);
  static int ignore(TIFF*, void*, const char*, const char*, va_list) { return 1; }

  Bytes bytes_;
  uint64_t position_ = 0;
  TIFF* handle_ = nullptr;
  int errors_ = 0;
  std::string message_;
};

}  // namespace octavo
