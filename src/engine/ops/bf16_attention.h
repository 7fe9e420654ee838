// Attention of all rows of a picture to each other in bf16 (kernels/bf16_attention): keys and
// values of all heads are packed, one head an item, and then come the queries, a few rows of a head
// an item. Rows of x and of queries hold all heads, one after the other.
#pragma once

#include <cstdint>

#include "engine/ops/work.h"

namespace octavo::engine {

// Sizes that the kernels can take.
bool fits_bf16_attention(int head_dim);

// How keys and values of all heads lie in one stretch of memory.
class Bf16Heads {
 public:
  Bf16Heads(int64_t keys, int heads, int head_dim);
  int64_t bytes() const;

  // `memory`: bytes() from a 64-byte boundary on; every call for one picture takes the same.
  // x: [keys, heads * head_dim].
  void pack_keys(const Compute& compute, MatView<const float> x, void* memory) const;
  void pack_values(const Compute& compute, MatView<const float> x, void* memory) const;
  // queries: [any number, heads * head_dim]; results take their place.
  void attend(const Compute& compute, MatView<float> queries, void* memory) const;

 private:
  void pack(Bf16PackFunction function, const Compute& compute, MatView<const float> x,
            void* memory) const;
  Bf16Head head(void* memory, int64_t head) const;

  int64_t keys_;
  int heads_, head_dim_;
  int64_t side_;  // halves of one head's keys, and of its values
};

}  // namespace octavo::engine
