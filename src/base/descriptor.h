// An open file of the operating system: its owner, and writing to it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "octavo/result.h"

namespace octavo {

// Closes on destruction; move-only.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return value_; }

 private:
  int value_;
};

// The error for a failed write to `path`, errno `number`: kStorageFull, which `hint` says how to
// mend, or kOutputUnwritable.
Error write_error(const std::string& path, int number,
                  const char* hint = "free some space and run again");

// All of `bytes`, going on where a signal or a full pipe stopped. Returns 0 or errno.
int write_all(int descriptor, std::span<const uint8_t> bytes);

}  // namespace octavo
