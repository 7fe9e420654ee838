#include "engine/kernels/int8/vnni_loop.h"
#include "engine/kernels/int8/x86_avx2_bytes.h"

namespace octavo::engine {
namespace {

struct AvxVnni : Avx2Bytes {
  static constexpr int kTileRows = 6, kTileVectors = 2;  // 12 sums, 2 of weights, 1 of A: of 16
  static I dot(I sum, I a, I w) { return _mm256_dpbusd_avx_epi32(sum, a, w); }
};

}  // namespace

void int8_avxvnni_quantize(const QuantizeTask& task) { QuantizeLoop<AvxVnni>::run(task); }
void int8_avxvnni_multiply(const Int8Task& task) { VnniLoop<AvxVnni>::run(task); }

}  // namespace octavo::engine
