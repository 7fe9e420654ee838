// The same loops over one lane: the fallback.
#include <cmath>

#include "engine/kernels/byte_attention/loop.h"
#include "engine/kernels/simd/scalar.h"

namespace octavo::engine {
namespace {

struct ScalarBytes : Scalar {
  static constexpr int kTileRows = 1, kTileVectors = 1, kValueVectors = 1;
  template <int kVectors>
  static constexpr int kValueRows = 1;
  using I = int32_t;
  static F fma(F a, F b, F c) { return std::fma(a, b, c); }
  static I zero_ints() { return 0; }
  static I load_ints(const void* p) {
    I x;
    __builtin_memcpy(&x, p, sizeof x);
    return x;
  }
  static F to_floats(I x) { return static_cast<F>(x); }
  static I four(const uint8_t* p) { return load_ints(p); }
  static I dot(I sum, I a, I w) {
    for (int shift = 0; shift < 32; shift += 8)
      sum += (a >> shift & 0xFF) * static_cast<int8_t>(w >> shift & 0xFF);
    return sum;
  }
  static I add_bits(I sum, F x) {
    return static_cast<I>(static_cast<uint32_t>(sum) + std::bit_cast<uint32_t>(x));
  }
  static uint32_t total(I x) { return static_cast<uint32_t>(x); }
  static void store_bytes(uint8_t* p, F x) {
    *p = static_cast<uint8_t>(std::bit_cast<uint32_t>(x));
  }
};

}  // namespace

void byte_attention_reference_keys(const PackTask& task) { BytePack<ScalarBytes>::keys(task); }
void byte_attention_reference_values(const PackTask& task) { BytePack<ScalarBytes>::values(task); }
void byte_attention_reference_attend(const ByteAttentionTask& task) {
  ByteAttentionLoop<ScalarBytes>::run(task);
}

}  // namespace octavo::engine
