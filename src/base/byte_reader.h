// Reads untrusted bytes. Every read is checked; after the first read past the end the reader is
// failed, all further reads give zero, and ok() is false. Does not own the bytes.
#pragma once

#include <cstdint>
#include <span>

namespace octavo {

class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  uint64_t offset() const { return offset_; }
  uint64_t size() const { return bytes_.size(); }
  uint64_t remaining() const { return ok_ ? bytes_.size() - offset_ : 0; }

  void seek(uint64_t offset) {
    if (offset > bytes_.size()) ok_ = false;
    if (ok_) offset_ = offset;
  }
  void skip(uint64_t count) { take(count); }

  // A view of the next `count` bytes; empty when there are not so many.
  std::span<const uint8_t> take(uint64_t count) {
    if (!ok_ || count > bytes_.size() - offset_) {
      ok_ = false;
      return {};
    }
    const auto view = bytes_.subspan(offset_, count);
    offset_ += count;
    return view;
  }

  uint8_t u8() { return static_cast<uint8_t>(little(1)); }
  uint16_t u16_le() { return static_cast<uint16_t>(little(2)); }
  uint32_t u32_le() { return static_cast<uint32_t>(little(4)); }
  uint64_t u64_le() { return little(8); }
  int32_t i32_le() { return static_cast<int32_t>(u32_le()); }
  uint16_t u16_be() { return static_cast<uint16_t>(big(2)); }
  uint32_t u32_be() { return static_cast<uint32_t>(big(4)); }

 private:
  uint64_t little(unsigned count) {
    const auto view = take(count);
    uint64_t value = 0;
    for (size_t i = view.size(); i-- > 0;) value = value << 8 | view[i];
    return value;
  }
  uint64_t big(unsigned count) {
    const auto view = take(count);
    uint64_t value = 0;
    for (const uint8_t byte : view) value = value << 8 | byte;
    return value;
  }

  std::span<const uint8_t> bytes_;
  uint64_t offset_ = 0;
  bool ok_ = true;
};

}  // namespace octavo
