// Without an instruction for four bytes at once: the one that multiplies unsigned by signed bytes
// and adds pairs saturates with bytes, but not with codes. So factors and offsets are applied to
// the sums of a group instead of to each weight, in whole numbers: the same result.
#include "engine/kernels/int4/loop.h"
#include "engine/kernels/int4/x86_avx2_codes.h"

namespace octavo::engine {
namespace {

using V = Avx2Codes;

constexpr int kTileRows = 4;  // 8 sums, 2 of codes, 1 of A, 1 product: of 16
constexpr int64_t kHalf = kInt8Panel / 2;
constexpr int64_t kStep = kHalf * kInt8Depths;
constexpr int64_t kSteps = kInt4Group / kInt8Depths;  // of a whole group
constexpr int64_t kAhead = 4096;                      // bytes that memory is asked for in advance
// Pairs of 255 * 15, so many of which fit 16 bits.
constexpr int64_t kStepsOfWords = 4;

// The 32-bit numbers of kLanes bytes, without sign and with it.
__m256i unsigned_of(const uint8_t* p) { return V::eight(p); }
__m256i signed_of(const uint8_t* p) {
  return _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
}

int32_t sum_of(const uint8_t* a, int64_t count) {
  int32_t sum = 0;
  if (count == kInt4Group) {
    const __m256i sums =
        _mm256_sad_epu8(V::load_ints(a), _mm256_setzero_si256());  // four of 64 bits
    const __m128i two =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return _mm_cvtsi128_si32(two) + _mm_extract_epi32(two, 2);
  }
  for (int64_t t = 0; t < count; ++t) sum += a[t];
  return sum;
}

// The sums of `steps` steps of a group: code by activation, for columns lane ... and those 16
// further on.
template <int kRows>
[[gnu::always_inline]] inline void add_codes(const uint8_t* a, int64_t stride, const uint8_t* codes,
                                             int64_t steps, __m256i (*sums)[2]) {
  const __m256i ones = _mm256_set1_epi16(1);
  for (int64_t first = 0; first < steps; first += kStepsOfWords) {
    const int64_t end = first + kStepsOfWords < steps ? first + kStepsOfWords : steps;
    __m256i words[kRows][2];
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i) words[i][0] = words[i][1] = V::zero_ints();
    for (int64_t s = first; s < end; ++s, codes += kStep, a += kInt8Depths) {
      __builtin_prefetch(codes + kAhead, 0, 3);
      const __m256i both = V::load_ints(codes);
      const __m256i low = V::low(both), high = V::high(both);
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) {
        const __m256i four = V::four(a + i * stride);
        words[i][0] = _mm256_add_epi16(words[i][0], _mm256_maddubs_epi16(four, low));
        words[i][1] = _mm256_add_epi16(words[i][1], _mm256_maddubs_epi16(four, high));
      }
    }
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half)
        sums[i][half] = _mm256_add_epi32(sums[i][half], _mm256_madd_epi16(words[i][half], ones));
  }
}

// `rows` (1 to kRows) rows against columns lane ... and those 16 further on.
template <int kRows>
void tile(int rows, const uint8_t* a, int64_t stride, const uint8_t* panel, int64_t depth,
          int64_t lane, int32_t* sums) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return tile<kRows - 1>(rows, a, stride, panel, depth, lane, sums);
  }
  const int64_t steps = int8_padded_depth(depth) / kInt8Depths;
  __m256i all[kRows][2];
  for (int i = 0; i < kRows; ++i) all[i][0] = all[i][1] = V::zero_ints();
  for (int64_t s = 0; s < steps; s += kSteps, panel += kInt4GroupBytes, a += kInt4Group) {
    const int64_t count = steps - s < kSteps ? steps - s : kSteps;
    __m256i group[kRows][2];
    for (int i = 0; i < kRows; ++i) group[i][0] = group[i][1] = V::zero_ints();
    add_codes<kRows>(a, stride, panel + kInt4Head + lane * kInt8Depths, count, group);
#pragma GCC unroll 2
    for (int half = 0; half < 2; ++half) {
      const uint8_t* head = panel + lane + half * kHalf;
      const __m256i factor = unsigned_of(head), offset = signed_of(head + kInt8Panel);
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) {
        const __m256i sum = _mm256_set1_epi32(sum_of(a + i * stride, count * kInt8Depths));
        all[i][half] = _mm256_add_epi32(all[i][half],
                                        _mm256_add_epi32(_mm256_mullo_epi32(group[i][half], factor),
                                                         _mm256_mullo_epi32(sum, offset)));
      }
    }
  }
  for (int i = 0; i < kRows; ++i)
    for (int half = 0; half < 2; ++half)
      V::store_ints(sums + i * kInt8Panel + half * kHalf + lane, all[i][half]);
}

}  // namespace

void int4_avx2_multiply(const Int4Task& task) {
  const Int8Task& product = task.int8;
  const uint8_t* panel = task.panels;
  const int64_t bytes = int4_panel_bytes(product.depth);
  for (int64_t first = 0; first < product.cols; first += kInt8Panel, panel += bytes)
    for (int64_t row = 0; row < product.rows; row += kTileRows) {
      const int64_t rest = product.rows - row, rows = rest < kTileRows ? rest : kTileRows;
      alignas(64) int32_t sums[kTileRows * kInt8Panel];
      for (int64_t lane = 0; lane < kHalf; lane += V::kLanes)
        tile<kTileRows>(static_cast<int>(rows), product.a + row * product.a_stride,
                        product.a_stride, panel, product.depth, lane, sums);
      finish_int8<V>(product, sums, row, rows, first);
    }
}

void int4_avx2_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  Int4Loop<V>::unpack(panel, depth, bytes);
}

}  // namespace octavo::engine
