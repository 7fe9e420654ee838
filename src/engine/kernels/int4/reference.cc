// The formula as it stands: the fallback, and what the tests hold the others against.
#include "engine/kernels/int4/int4.h"
#include "engine/kernels/int8/finish.h"
#include "engine/kernels/simd/scalar.h"

namespace octavo::engine {
namespace {

constexpr int64_t kHalf = kInt8Panel / 2;

struct ScalarSums : Scalar {
  static F without_zero(const int32_t* sums, int32_t zero, const int32_t* columns) {
    return without_zero_point(*sums, zero, *columns);
  }
};

int8_t weight_at(const uint8_t* panel, int64_t t, int64_t j) {
  const uint8_t* group = panel + t / kInt4Group * kInt4GroupBytes;
  const int64_t inside = t % kInt4Group, step = inside / kInt8Depths;
  const uint8_t both =
      group[kInt4Head + (step * kHalf + j % kHalf) * kInt8Depths + inside % kInt8Depths];
  const int code = j < kHalf ? both & 0xF : both >> 4;
  return static_cast<int8_t>(code * group[j] + static_cast<int8_t>(group[kInt8Panel + j]));
}

}  // namespace

void int4_reference_multiply(const Int4Task& task) {
  const Int8Task& product = task.int8;
  const int64_t bytes = int4_panel_bytes(product.depth);
  for (int64_t first = 0; first < product.cols; first += kInt8Panel)
    for (int64_t i = 0; i < product.rows; ++i) {
      const uint8_t* panel = task.panels + first / kInt8Panel * bytes;
      int32_t sums[kInt8Panel] = {};
      for (int64_t t = 0; t < product.depth; ++t)
        for (int64_t j = 0; j < kInt8Panel; ++j)
          sums[j] += product.a[i * product.a_stride + t] * weight_at(panel, t, j);
      finish_int8<ScalarSums>(product, sums, i, 1, first);
    }
}

void int4_reference_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  for (int64_t t = 0; t < int8_padded_depth(depth); t += kInt8Depths)
    for (int64_t j = 0; j < kInt8Panel; ++j)
      for (int64_t d = 0; d < kInt8Depths; ++d)
        *bytes++ = t + d < depth ? weight_at(panel, t + d, j) : int8_t{0};
}

}  // namespace octavo::engine
