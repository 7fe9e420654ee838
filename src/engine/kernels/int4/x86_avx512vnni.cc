#include "engine/kernels/int4/loop.h"
#include "engine/kernels/int8/x86_avx512_bytes.h"

namespace octavo::engine {
namespace {

struct Avx512Vnni : Avx512Bytes {
  static constexpr int kTileRows = 12;  // 24 sums, 2 of weights, 1 of A, 4 of the group: of 32
  static I spread(const uint8_t* p) {
    const I x = _mm512_cvtepu8_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(p)));
    return _mm512_or_si512(x, _mm512_slli_epi32(x, 16));
  }
  static I copies(const uint8_t* p) {
    const I x = spread(p);
    return _mm512_or_si512(x, _mm512_slli_epi32(x, 8));
  }
  static I low(I x) { return _mm512_and_si512(x, _mm512_set1_epi8(0xF)); }
  static I high(I x) { return low(_mm512_srli_epi32(x, 4)); }
  // 15 * 16 leaves no carry: one product serves both bytes of 16 bits.
  static I weights(I codes, I factor, I offset) {
    return _mm512_add_epi8(_mm512_mullo_epi16(codes, factor), offset);
  }
};

}  // namespace

void int4_avx512vnni_multiply(const Int4Task& task) { Int4Loop<Avx512Vnni>::multiply(task); }
void int4_avx512vnni_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  Int4Loop<Avx512Vnni>::unpack(panel, depth, bytes);
}

}  // namespace octavo::engine
