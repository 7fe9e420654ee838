#include "engine/kernels/byte_attention/loop.h"
#include "engine/kernels/int8/x86_avx512_bytes.h"

namespace octavo::engine {
namespace {

struct Avx512Vnni : Avx512Bytes {
  static constexpr int kTileRows = 12, kTileVectors = 2;  // 24 sums, 2 of keys, 1 of queries: of 32
  static constexpr int kValueVectors = 5;                 // 20 sums, 5 of values, 1 of weights
  template <int kVectors>
  static constexpr int kValueRows = kVectors == 5   ? 4
                                    : kVectors == 4 ? 6
                                    : kVectors == 3 ? 6
                                                    : 12;
  static F to_floats(I x) { return _mm512_cvtepi32_ps(x); }
  static I dot(I sum, I a, I w) {
    sum = Avx512Bytes::dot(sum, a, w);
    // Compilers like to move sums that are needed later to other registers, or to memory, in every
    // step.
    asm("" : "+v"(sum));
    return sum;
  }
  static I add_bits(I sum, F x) { return _mm512_add_epi32(sum, _mm512_castps_si512(x)); }
  static uint32_t total(I x) { return static_cast<uint32_t>(_mm512_reduce_add_epi32(x)); }
};

}  // namespace

void byte_attention_avx512vnni_keys(const PackTask& task) { BytePack<Avx512Vnni>::keys(task); }
void byte_attention_avx512vnni_values(const PackTask& task) { BytePack<Avx512Vnni>::values(task); }
void byte_attention_avx512vnni_attend(const ByteAttentionTask& task) {
  ByteAttentionLoop<Avx512Vnni>::run(task);
}

}  // namespace octavo::engine
