#include "engine/kernels/byte_attention/x86_avx2_bytes.h"

namespace octavo::engine {
namespace {

struct Avx2Products : ByteAttentionAvx2 {
  // 8 sums, 4 of keys in 16 bits, 2 of queries, 1 product: of 16
  static constexpr int kTileRows = 4, kTileVectors = 2, kValueVectors = 2;
  template <int kVectors>
  static constexpr int kValueRows = 4;
  // Both sides are widened to 16 bits: int8/x86_avx2.cc says why. Compilers do it once for each
  // row's four bytes and once for each vector, and not for each product.
  static I dot(I sum, I a, I w) {
    const I low = _mm256_set1_epi32(0xFF00FF);
    const I even =
        _mm256_madd_epi16(_mm256_and_si256(a, low), _mm256_srai_epi16(_mm256_slli_epi16(w, 8), 8));
    const I odd = _mm256_madd_epi16(_mm256_srli_epi16(a, 8), _mm256_srai_epi16(w, 8));
    sum = _mm256_add_epi32(_mm256_add_epi32(sum, even), odd);
    asm("" : "+x"(sum));
    return sum;
  }
};

}  // namespace

void byte_attention_avx2_keys(const PackTask& task) { BytePack<Avx2Products>::keys(task); }
void byte_attention_avx2_values(const PackTask& task) { BytePack<Avx2Products>::values(task); }
void byte_attention_avx2_attend(const ByteAttentionTask& task) {
  ByteAttentionLoop<Avx2Products>::run(task);
}

}  // namespace octavo::engine
