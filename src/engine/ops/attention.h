// Attention of many tokens to keys and values in blocks, cut into items that one lane works off.
#pragma once

#include <cstdint>

#include "engine/ops/work.h"

namespace octavo::engine {

// Keys and values of one head, laid out as kernels/attention says for their type. Does not own.
struct KeyValueBlocks {
  KvType type = KvType::kF32;
  const void* keys = nullptr;
  const void* values = nullptr;
  int64_t key_stride = 0, value_stride = 0;  // elements of the type from block to block
  const int32_t* block = nullptr;            // which block is where; none: in order
};

// Queries of `heads` neighbouring heads, which all read the same keys; results take their place.
struct AttentionCall {
  MatView<float> queries;  // [tokens, heads * head_dim]
  int heads = 1, head_dim = 0;
  KeyValueBlocks blocks;
  int64_t visible = 0;  // keys that the first token sees
  bool causal = false;  // each further token sees one more
};

// Items of one call; they may run at the same time as those of other calls.
int64_t attention_items(int64_t tokens, int heads);
void attend(const Compute& compute, int lane, const AttentionCall& call, int64_t item);

}  // namespace octavo::engine
