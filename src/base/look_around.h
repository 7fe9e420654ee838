// Waiting for something that is about to happen, without giving the processor away: for a moment
// only, because a core may be shared with other processes, or with the very thread that is waited
// for.
#pragma once

#include <chrono>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace octavo {

// About what it takes to put a thread to sleep and to wake it again: a wait that would have been
// shorter is never much longer for it, and the other way round.
inline constexpr std::chrono::microseconds kLookAround{30};

inline void pause_briefly() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Whether `done` comes true within a moment. `meanwhile` is called between looks: a few dozen
// instructions at most.
template <class Done, class Meanwhile>
bool look_around(const Done& done, const Meanwhile& meanwhile) {
  constexpr int kLooks = 32;  // between looks at the clock
  const auto end = std::chrono::steady_clock::now() + kLookAround;
  do {
    for (int i = 0; i < kLooks; ++i) {
      if (done()) return true;
      meanwhile();
    }
  } while (std::chrono::steady_clock::now() < end);
  return done();
}

template <class Done>
bool look_around(const Done& done) {
  return look_around(done, pause_briefly);
}

}  // namespace octavo
