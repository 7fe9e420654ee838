#include "engine/kernels/int4/loop.h"
#include "engine/kernels/int4/x86_avx2_codes.h"

namespace octavo::engine {
namespace {

// Without an instruction for bytes both sides are widened to 16 bits (int8/x86_avx2.cc says why).
struct Avx2Products : Avx2Codes {
  static constexpr int kTileRows = 3;  // 6 sums, 4 of weights, 2 of A, 4 of the group: of 16
  static I dot(I sum, I a, I w) {
    const I mask = _mm256_set1_epi16(0xFF);
    const I even =
        _mm256_madd_epi16(_mm256_and_si256(a, mask), _mm256_srai_epi16(_mm256_slli_epi16(w, 8), 8));
    const I odd = _mm256_madd_epi16(_mm256_srli_epi16(a, 8), _mm256_srai_epi16(w, 8));
    return _mm256_add_epi32(sum, _mm256_add_epi32(even, odd));
  }
};

}  // namespace

void int4_avx2_multiply(const Int4Task& task) { Int4Loop<Avx2Products>::multiply(task); }
void int4_avx2_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  Int4Loop<Avx2Products>::unpack(panel, depth, bytes);
}

}  // namespace octavo::engine
