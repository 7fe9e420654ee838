#include "image/decode/ifd.h"

#include <algorithm>
#include <array>

namespace octavo {
namespace {

// TIFF 6.0 section 2 and BigTIFF: field types that are whole numbers or fractions.
enum FieldType : uint16_t { kByte = 1, kShort = 3, kLong = 4, kRational = 5, kLong8 = 16 };

constexpr uint16_t kOrientation = 0x0112, kXResolution = 0x011A, kYResolution = 0x011B,
                   kResolutionUnit = 0x0128;

// Bytes of one value; the largest for unknown types, so that their values are never taken as
// inline.
int value_size(uint16_t type) {
  constexpr std::array<int, 19> kSizes{16, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 16, 16, 8, 8, 8};
  return type < kSizes.size() ? kSizes[type] : 16;
}

}  // namespace

const IfdEntry* Ifd::find(uint16_t tag) const {
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [tag](const IfdEntry& entry) { return entry.tag == tag; });
  return at == entries.end() ? nullptr : &*at;
}

std::optional<uint64_t> IfdFile::load(uint64_t offset, int size) const {
  if (offset > bytes_.size() || bytes_.size() - offset < static_cast<uint64_t>(size))
    return std::nullopt;
  uint64_t value = 0;
  for (int i = 0; i < size; ++i) {
    const int at = big_endian_ ? i : size - 1 - i;
    value = value << 8 | bytes_[offset + static_cast<uint64_t>(at)];
  }
  return value;
}

std::optional<IfdFile> IfdFile::open(std::span<const uint8_t> bytes) {
  IfdFile file(bytes);
  if (bytes.size() < 8) return std::nullopt;
  if (bytes[0] != bytes[1] || (bytes[0] != 'I' && bytes[0] != 'M')) return std::nullopt;
  file.big_endian_ = bytes[0] == 'M';
  constexpr uint64_t kClassic = 42, kBigTiff = 43;
  const uint64_t version = *file.load(2, 2);
  if (version != kClassic && version != kBigTiff) return std::nullopt;
  file.big_tiff_ = version == kBigTiff;
  const auto first = file.big_tiff_ ? file.load(8, 8) : file.load(4, 4);
  if (!first) return std::nullopt;
  file.first_ = *first;
  return file;
}

std::optional<Ifd> IfdFile::read(uint64_t offset, size_t max_entries) const {
  const int count_size = big_tiff_ ? 8 : 2, place_size = big_tiff_ ? 8 : 4;
  const uint64_t entry_size = big_tiff_ ? 20 : 12;
  const auto count = load(offset, count_size);
  if (!count) return std::nullopt;
  const uint64_t start = offset + static_cast<uint64_t>(count_size);  // load() has bounded offset
  if (*count > (bytes_.size() - start) / entry_size) return std::nullopt;
  Ifd directory;
  directory.entries.reserve(std::min<uint64_t>(*count, max_entries));
  for (uint64_t i = 0; i < *count && i < max_entries; ++i) {
    const uint64_t at = start + i * entry_size;
    IfdEntry entry;
    entry.tag = static_cast<uint16_t>(*load(at, 2));
    entry.type = static_cast<uint16_t>(*load(at + 2, 2));
    entry.count = *load(at + 4, place_size);
    const uint64_t value = at + 4 + static_cast<uint64_t>(place_size);
    const bool is_inline =
        entry.count <= static_cast<uint64_t>(place_size / value_size(entry.type));
    entry.place = is_inline ? value : *load(value, place_size);
    directory.entries.push_back(entry);
  }
  // Files that break off after the last directory's entries are read as if it were the last.
  directory.next = load(start + *count * entry_size, place_size).value_or(0);
  return directory;
}

std::optional<uint64_t> IfdFile::number(const IfdEntry& entry) const {
  if (entry.count == 0) return std::nullopt;
  switch (entry.type) {
    case kByte:
    case kShort:
    case kLong:
    case kLong8:
      return load(entry.place, value_size(entry.type));
    default:
      return std::nullopt;
  }
}

std::optional<double> IfdFile::real(const IfdEntry& entry) const {
  if (entry.type != kRational || entry.count == 0) {
    const auto whole = number(entry);
    return whole ? std::optional<double>(static_cast<double>(*whole)) : std::nullopt;
  }
  const auto above = load(entry.place, 4), below = load(entry.place + 4, 4);
  if (!above || !below || *below == 0) return std::nullopt;
  return static_cast<double>(*above) / static_cast<double>(*below);
}

PictureTags read_picture_tags(const IfdFile& file, const Ifd& directory) {
  PictureTags tags;
  const auto number = [&](uint16_t tag) -> uint64_t {
    const IfdEntry* entry = directory.find(tag);
    return entry ? file.number(*entry).value_or(0) : 0;
  };
  const auto real = [&](uint16_t tag) {
    const IfdEntry* entry = directory.find(tag);
    return entry ? file.real(*entry).value_or(0) : 0;
  };
  const uint64_t orientation = number(kOrientation);
  if (orientation >= 1 && orientation <= 8) tags.orientation = static_cast<int>(orientation);
  // 1: only the aspect is known; 2: inch, also when the tag is missing; 3: centimetre.
  const IfdEntry* unit_entry = directory.find(kResolutionUnit);
  const uint64_t unit = unit_entry ? number(kResolutionUnit) : 2;
  const double per_inch = unit == 2 ? 1 : unit == 3 ? 2.54 : 0;
  tags.dpi_x = static_cast<float>(real(kXResolution) * per_inch);
  tags.dpi_y = static_cast<float>(real(kYResolution) * per_inch);
  return tags;
}

PictureTags read_exif(std::span<const uint8_t> block) {
  // The first directory of a camera holds some dozens of entries.
  constexpr size_t kMaxEntries = 1000;
  const auto file = IfdFile::open(block);
  if (!file) return {};
  const auto directory = file->read(file->first(), kMaxEntries);
  return directory ? read_picture_tags(*file, *directory) : PictureTags{};
}

}  // namespace octavo
