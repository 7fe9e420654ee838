// Image file directories: the tag lists of TIFF files and of EXIF blocks (TIFF 6.0 section 2,
// BigTIFF design of 2007). Only as much as orientation, resolution and the list of pages need.
// Every read is checked; damage gives nullopt. Does not own the bytes; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace octavo {

struct IfdEntry {
  uint16_t tag = 0, type = 0;
  uint64_t count = 0;
  uint64_t place = 0;  // offset of the values in the file
};

struct Ifd {
  std::vector<IfdEntry> entries;
  uint64_t next = 0;  // offset of the next directory, 0 at the end

  const IfdEntry* find(uint16_t tag) const;  // the first with this tag
};

class IfdFile {
 public:
  static std::optional<IfdFile> open(std::span<const uint8_t> bytes);
  uint64_t first() const { return first_; }  // offset of the first directory, 0 when there is none

  // The directory at `offset`, of which at most `max_entries` are kept.
  std::optional<Ifd> read(uint64_t offset, size_t max_entries) const;

  // First value of an entry. number: BYTE, SHORT, LONG, LONG8; real: RATIONAL or any number.
  std::optional<uint64_t> number(const IfdEntry& entry) const;
  std::optional<double> real(const IfdEntry& entry) const;

 private:
  explicit IfdFile(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  // An unsigned number of 1, 2, 4 or 8 bytes in the file's byte order.
  std::optional<uint64_t> load(uint64_t offset, int size) const;

  std::span<const uint8_t> bytes_;
  bool big_endian_ = false, big_tiff_ = false;
  uint64_t first_ = 0;
};

// What an EXIF block (or a TIFF directory) says about how to show the picture.
struct PictureTags {
  int orientation = 1;         // 1..8
  float dpi_x = 0, dpi_y = 0;  // 0: not said
};
PictureTags read_picture_tags(const IfdFile& file, const Ifd& directory);
// From the bytes after "Exif\0\0"; defaults when they are damaged.
PictureTags read_exif(std::span<const uint8_t> block);

}  // namespace octavo
