#include "engine/kernels/int4/loop.h"
#include "engine/kernels/int4/x86_avx2_codes.h"

namespace octavo::engine {
namespace {

struct AvxVnni : Avx2Codes {
  static constexpr int kTileRows = 4;  // 8 sums, 2 of weights, 1 of A, 4 of the group: of 16
  static I dot(I sum, I a, I w) { return _mm256_dpbusd_avx_epi32(sum, a, w); }
};

}  // namespace

void int4_avxvnni_multiply(const Int4Task& task) { Int4Loop<AvxVnni>::multiply(task); }
void int4_avxvnni_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  Int4Loop<AvxVnni>::unpack(panel, depth, bytes);
}

}  // namespace octavo::engine
