#include "engine/kernels/kernels.h"

namespace octavo::engine {

Kernels select_kernels(ArchMask allowed, FloatProducts products, FloatProducts attention) {
  const bool bf16 = products == FloatProducts::kBf16;
  const bool rounded = attention == FloatProducts::kBf16 && (allowed & kArchAvx512Bf16) != 0;
  const auto floats = rounded ? rounded_attention_variants() : attention_variants();
  const auto halves = rounded ? rounded_half_attention_variants() : half_attention_variants();
  return {.arch = allowed,
          .matmul = pick_variant(bf16 ? bf16_variants() : matmul_variants(), allowed).kernel,
          .int8 = pick_variant(int8_variants(), allowed).kernel,
          .int4 = pick_variant(int4_variants(), allowed).kernel,
          .attention = pick_variant(floats, allowed).kernel,
          .half_attention = pick_variant(halves, allowed).kernel,
          .stored_byte_attention = pick_variant(stored_byte_attention_variants(), allowed).kernel,
          .byte_attention = pick_variant(byte_attention_variants(), allowed).kernel,
          .bf16_attention = bf16 ? pick_variant(bf16_attention_variants(), allowed).kernel
                                 : Bf16AttentionKernels{},
          .softmax = pick_variant(softmax_variants(), allowed).kernel,
          .norm = pick_variant(norm_variants(), allowed).kernel,
          .rope = pick_variant(rope_variants(), allowed).kernel,
          .activation = pick_variant(activation_variants(), allowed).kernel};
}

}  // namespace octavo::engine
