#include "engine/kernels/int8/vnni_loop.h"
#include "engine/kernels/int8/x86_avx512_bytes.h"

namespace octavo::engine {
namespace {

struct Avx512Vnni : Avx512Bytes {
  static constexpr int kTileRows = 12, kTileVectors = 2;  // 24 sums, 2 of weights, 1 of A: of 32
};

}  // namespace

void int8_avx512vnni_quantize(const QuantizeTask& task) { QuantizeLoop<Avx512Vnni>::run(task); }
void int8_avx512vnni_multiply(const Int8Task& task) { VnniLoop<Avx512Vnni>::run(task); }

}  // namespace octavo::engine
