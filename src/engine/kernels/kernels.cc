#include "engine/kernels/kernels.h"

namespace octavo::engine {

Kernels select_kernels(ArchMask allowed) {
  return {.arch = allowed,
          .matmul = pick_variant(matmul_variants(), allowed).kernel,
          .int8 = pick_variant(int8_variants(), allowed).kernel,
          .int4 = pick_variant(int4_variants(), allowed).kernel,
          .attention = pick_variant(attention_variants(), allowed).kernel,
          .half_attention = pick_variant(half_attention_variants(), allowed).kernel,
          .stored_byte_attention = pick_variant(stored_byte_attention_variants(), allowed).kernel,
          .byte_attention = pick_variant(byte_attention_variants(), allowed).kernel,
          .softmax = pick_variant(softmax_variants(), allowed).kernel,
          .norm = pick_variant(norm_variants(), allowed).kernel,
          .rope = pick_variant(rope_variants(), allowed).kernel,
          .activation = pick_variant(activation_variants(), allowed).kernel};
}

}  // namespace octavo::engine
