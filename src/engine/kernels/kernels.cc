#include "engine/kernels/kernels.h"

namespace octavo::engine {

Kernels select_kernels(ArchMask allowed, FloatProducts products) {
  const bool bf16 = products == FloatProducts::kBf16;
  return {.arch = allowed,
          .matmul = pick_variant(bf16 ? bf16_variants() : matmul_variants(), allowed).kernel,
          .int8 = pick_variant(int8_variants(), allowed).kernel,
          .int4 = pick_variant(int4_variants(), allowed).kernel,
          .attention = pick_variant(attention_variants(), allowed).kernel,
          .half_attention = pick_variant(half_attention_variants(), allowed).kernel,
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
