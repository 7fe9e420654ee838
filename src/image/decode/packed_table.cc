#include "image/decode/packed_table.h"

#include <cstring>

#include "base/check.h"

namespace octavo {

PackedTable::PackedTable(std::vector<Rgba> entries, int bits, int64_t width, int channels,
                         uint8_t ground)
    : entries_(std::move(entries)),
      bits_(bits),
      bytes_((static_cast<size_t>(width) * static_cast<size_t>(bits) + 7) / 8),
      step_(static_cast<size_t>(8 / bits * channels)) {
  OCTAVO_CHECK(entries_.size() == size_t(1) << bits);
  samples_.resize(256 * step_);
  uint8_t* out = samples_.data();
  for (size_t byte = 0; byte < 256; ++byte)
    for (int shift = 8 - bits_; shift >= 0; shift -= bits_, out += channels)
      Blender(ground).blend(entries_[byte >> shift & (entries_.size() - 1)].data(), 1, channels,
                            out);
  row_.resize(bytes_ * step_);
}

const uint8_t* PackedTable::expand(const uint8_t* packed) {
  uint8_t* out = row_.data();
  for (size_t i = 0; i < bytes_; ++i, out += step_) {
    used_[packed[i]] = true;
    std::memcpy(out, samples_.data() + packed[i] * step_, step_);
  }
  return row_.data();
}

bool PackedTable::vanishes_on_white() const {
  Blender watch(kWhiteGround);
  uint8_t out = 0;
  for (size_t byte = 0; byte < 256; ++byte)
    for (int shift = 8 - bits_; used_[byte] && shift >= 0; shift -= bits_)
      watch.blend(entries_[byte >> shift & (entries_.size() - 1)].data(), 1, 1, &out);
  return watch.vanishes_on_white();
}

std::vector<Rgba> gray_entries(int bits, bool inverted) {
  const int most = (1 << bits) - 1;
  std::vector<Rgba> entries;
  for (int i = 0; i <= most; ++i) {
    const auto level = static_cast<uint8_t>((inverted ? most - i : i) * 255 / most);
    entries.push_back({level, level, level, 255});
  }
  return entries;
}

}  // namespace octavo
