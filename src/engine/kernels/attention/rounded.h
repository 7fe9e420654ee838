// attention.h with what is multiplied rounded to bf16, for models whose products are of no more
// bits than that: queries and keys, and the softmax's weights and values. Keys and values stay
// stored as they are and are rounded on the way, a block once for all rows. Sums are f32 chains of
// pairs as in kernels/bf16/bf16.h, the softmax is that of attention.h and what divides the sum of
// the weights before they are rounded. All variants give the same bits as long as no product is
// smaller than 2^-126, and a row does not depend on the others. Error: attention_test.cc.
#pragma once

#include "engine/kernels/attention/attention.h"
#include "engine/kernels/attention/keys_values.h"

namespace octavo::engine {

std::span<const Variant<AttentionFunction>> rounded_attention_variants();
std::span<const Variant<HalfAttention>> rounded_half_attention_variants();

}  // namespace octavo::engine
