#include "engine/kernels/byte_attention/x86_avx2_bytes.h"

namespace octavo::engine {
namespace {

struct AvxVnni : ByteAttentionAvx2 {
  static constexpr int kTileRows = 6, kTileVectors = 2;  // 12 sums, 2 of keys, 1 of queries: of 16
  static constexpr int kValueVectors = 2;
  template <int kVectors>
  static constexpr int kValueRows = 6;
  static I dot(I sum, I a, I w) { return _mm256_dpbusd_avx_epi32(sum, a, w); }
};

}  // namespace

void byte_attention_avxvnni_keys(const PackTask& task) { BytePack<AvxVnni>::keys(task); }
void byte_attention_avxvnni_values(const PackTask& task) { BytePack<AvxVnni>::values(task); }
void byte_attention_avxvnni_attend(const ByteAttentionTask& task) {
  ByteAttentionLoop<AvxVnni>::run(task);
}

}  // namespace octavo::engine
