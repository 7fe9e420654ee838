#include "engine/kernels/peak/peak.h"

#include <algorithm>
#include <chrono>

#if OCTAVO_KERNELS_X86
#include <immintrin.h>
#endif

namespace octavo::engine {

#if OCTAVO_KERNELS_X86
namespace {

// Twelve sums hide the latency of every core we know.
#define OCTAVO_TWELVE(step) \
  step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7) step(8) step(9) step(10) step(11)
constexpr int64_t kSums = 12, kProducts = 4;

[[gnu::target("avx512f")]] int64_t f32_avx512f(int64_t rounds) {
  const __m512 one = _mm512_set1_ps(1);
#define OCTAVO_STEP(n) __m512 sum##n = _mm512_setzero_ps();
  OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  for (int64_t i = 0; i < rounds; ++i) {
#define OCTAVO_STEP(n) asm volatile("vfmadd231ps %1, %1, %0" : "+v"(sum##n) : "v"(one));
    OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  }
  return rounds * kSums * 16 * 2;
}

[[gnu::target("avx2,fma")]] int64_t f32_avx2(int64_t rounds) {
  const __m256 one = _mm256_set1_ps(1);
#define OCTAVO_STEP(n) __m256 sum##n = _mm256_setzero_ps();
  OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  for (int64_t i = 0; i < rounds; ++i) {
#define OCTAVO_STEP(n) asm volatile("vfmadd231ps %1, %1, %0" : "+x"(sum##n) : "x"(one));
    OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  }
  return rounds * kSums * 8 * 2;
}

[[gnu::target("avx512f,avx512bf16")]] int64_t bf16_avx512bf16(int64_t rounds) {
  constexpr int64_t kPairs = 2;
  const __m512 ones = _mm512_castsi512_ps(_mm512_set1_epi32(0x3F803F80));
#define OCTAVO_STEP(n) __m512 sum##n = _mm512_setzero_ps();
  OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  for (int64_t i = 0; i < rounds; ++i) {
#define OCTAVO_STEP(n) asm volatile("vdpbf16ps %1, %1, %0" : "+v"(sum##n) : "v"(ones));
    OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  }
  return rounds * kSums * 16 * kPairs * 2;
}

[[gnu::target("avx512f,avx512vnni")]] int64_t int8_avx512vnni(int64_t rounds) {
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

[[gnu::target("avx2,avxvnni")]] int64_t int8_avxvnni(int64_t rounds) {
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

// Without dot products of bytes the kernels widen both to 16 bits, which is done once for many
// products: products in pairs, and a sum. (Those of unsigned by signed bytes saturate.)
[[gnu::target("avx2")]] int64_t int8_avx2(int64_t rounds) {
  constexpr int64_t kPairs = 2;
  const __m256i words = _mm256_set1_epi16(1);
#define OCTAVO_STEP(n) __m256i sum##n = _mm256_setzero_si256();
  OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  for (int64_t i = 0; i < rounds; ++i) {
#define OCTAVO_STEP(n)                                      \
  {                                                         \
    __m256i part;                                           \
    asm volatile("vpmaddwd %2, %2, %1\n\tvpaddd %1, %0, %0" \
                 : "+x"(sum##n), "=&x"(part)                \
                 : "x"(words));                             \
  }
    OCTAVO_TWELVE(OCTAVO_STEP)
#undef OCTAVO_STEP
  }
  return rounds * kSums * 8 * kPairs * 2;
}
#undef OCTAVO_TWELVE

}  // namespace

int64_t run_f32_peak(ArchMask arch, int64_t rounds) {
  if ((arch & kArchAvx512F) != 0) return f32_avx512f(rounds);
  if ((arch & kArchAvx2) != 0) return f32_avx2(rounds);
  return 0;
}

int64_t run_bf16_peak(ArchMask arch, int64_t rounds) {
  return (arch & kArchAvx512Bf16) != 0 ? bf16_avx512bf16(rounds) : 0;
}

int64_t run_int8_peak(ArchMask arch, int64_t rounds) {
  if ((arch & kArchAvx512Vnni) != 0) return int8_avx512vnni(rounds);
  if ((arch & kArchAvxVnni) != 0) return int8_avxvnni(rounds);
  if ((arch & kArchAvx2) != 0) return int8_avx2(rounds);
  return 0;
}
#else
int64_t run_f32_peak(ArchMask, int64_t) { return 0; }
int64_t run_bf16_peak(ArchMask, int64_t) { return 0; }
int64_t run_int8_peak(ArchMask, int64_t) { return 0; }
#endif

double measure_bf16_gain(ArchMask arch) {
  using Clock = std::chrono::steady_clock;
  // Short tries in turns, the best of each: what disturbs the machine does not disturb all of them.
  constexpr int kTries = 16;
  constexpr int64_t kRounds = 25'000;  // some 80 microseconds
  const auto rate = [&](int64_t (*run)(ArchMask, int64_t)) {
    const auto start = Clock::now();
    const int64_t operations = run(arch, kRounds);
    return static_cast<double>(operations) /
           std::chrono::duration<double>(Clock::now() - start).count();
  };
  if (run_bf16_peak(arch, 1) == 0) return 0;
  double f32 = 0, bf16 = 0;
  for (int i = 0; i < kTries; ++i) {
    f32 = std::max(f32, rate(run_f32_peak));
    bf16 = std::max(bf16, rate(run_bf16_peak));
  }
  return bf16 / f32;
}

}  // namespace octavo::engine
