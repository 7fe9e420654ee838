// Bounds on time in tests.
#pragma once

#include <ctime>

namespace octavo {

// Counts the processor's time, since other programs may share the machine.
class CpuTimer {
 public:
  // How much longer code of a sanitizer build takes, about.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static constexpr int kSlowdown = 10;
#else
  static constexpr int kSlowdown = 1;
#endif

  // Since it was made, as seconds of a build without sanitizers.
  double seconds() const {
    return static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC / kSlowdown;
  }

 private:
  std::clock_t begin_ = std::clock();
};

}  // namespace octavo
