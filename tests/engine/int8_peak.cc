#include "tests/engine/int8_peak.h"

#if defined(__x86_64__) && !defined(OCTAVO_SCALAR_ONLY)
#include <immintrin.h>
#endif

namespace octavo::engine {

#if defined(__x86_64__) && !defined(OCTAVO_SCALAR_ONLY)
namespace {

// Twelve sums hide the latency of every core we know.
#define OCTAVO_TWELVE(step) \
  step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7) step(8) step(9) step(10) step(11)
constexpr int64_t kSums = 12, kProducts = 4;

[[gnu::target("avx512f,avx512vnni")]] int64_t peak_avx512vnni(int64_t rounds) {
  const __m512i bytes = _mm512_set1_epi32(0x01010101);
#define OCTAVO_STEP(n) __m512i sum##n = _mm512_setzero_si512();
  OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  for (int64_t i = 0; i < rounds; ++i) {
#define OCTAVO_STEP(n) asm volatile("vpdpbusd %1, %1, %0" : "+v"(sum##n) : "v"(bytes));
    OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  }
  return rounds * kSums * 16 * kProducts * 2;
}

[[gnu::target("avx2,avxvnni")]] int64_t peak_avxvnni(int64_t rounds) {
  const __m256i bytes = _mm256_set1_epi32(0x01010101);
#define OCTAVO_STEP(n) __m256i sum##n = _mm256_setzero_si256();
  OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  for (int64_t i = 0; i < rounds; ++i) {
#define OCTAVO_STEP(n) asm volatile("%{vex%} vpdpbusd %1, %1, %0" : "+x"(sum##n) : "x"(bytes));
    OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  }
  return rounds * kSums * 8 * kProducts * 2;
}

}  // namespace

int64_t run_int8_peak(ArchMask arch, int64_t rounds) {
  if ((arch & kArchAvx512Vnni) != 0) return peak_avx512vnni(rounds);
  if ((arch & kArchAvxVnni) != 0) return peak_avxvnni(rounds);
  return 0;
}
#else
int64_t run_int8_peak(ArchMask, int64_t) { return 0; }
#endif

}  // namespace octavo::engine
