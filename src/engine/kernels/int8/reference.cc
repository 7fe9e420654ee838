// The formula as it stands: the fallback, and what the tests hold the others against.
#include "engine/kernels/int8/finish.h"
#include "engine/kernels/int8/quantize_loop.h"
#include "engine/kernels/simd/scalar.h"

namespace octavo::engine {
namespace {

struct ScalarBytes : Scalar {
  static F without_zero(const int32_t* sums, int32_t zero, const int32_t* columns) {
    return without_zero_point(*sums, zero, *columns);
  }
  static void store_bytes(uint8_t* p, F x) {
    *p = static_cast<uint8_t>(std::bit_cast<uint32_t>(x));
  }
};

}  // namespace

void int8_reference_quantize(const QuantizeTask& task) { QuantizeLoop<ScalarBytes>::run(task); }

void int8_reference_multiply(const Int8Task& task) {
  const int64_t depth = int8_padded_depth(task.depth);
  for (int64_t first = 0; first < task.cols; first += kInt8Panel)
    for (int64_t i = 0; i < task.rows; ++i) {
      const int8_t* weights = task.panels + first * depth;
      int32_t sums[kInt8Panel] = {};
      for (int64_t t = 0; t < depth; t += kInt8Depths)
        for (int64_t j = 0; j < kInt8Panel; ++j)
          for (int64_t s = 0; s < kInt8Depths; ++s)
            sums[j] += task.a[i * task.a_stride + t + s] * *weights++;
      finish_int8<ScalarBytes>(task, sums, i, 1, first);
    }
}

}  // namespace octavo::engine
