// Attention of all rows of a picture to each other in 8 bits (kernels/byte_attention): keys and
// values of all heads become bytes, one head an item, and then the queries, a few rows of a head an
// item. Rows of x and of queries hold all heads, one after the other.
#pragma once

#include <cstdint>

#include "engine/ops/work.h"

namespace octavo::engine {

// Sizes that the kernels can take.
bool fits_byte_attention(int head_dim);

// How the bytes of all heads lie in one stretch of memory.
class ByteHeads {
 public:
  ByteHeads(int64_t keys, int heads, int head_dim);
  int64_t bytes() const { return heads_ * head_bytes_; }
  // `memory`: bytes() from a 64-byte boundary on; every call for one picture takes the same.
  ByteHead head(uint8_t* memory, int64_t head) const;

  // x: [keys, heads * head_dim].
  void pack_keys(const Compute& compute, MatView<const float> x, uint8_t* memory) const;
  void pack_values(const Compute& compute, MatView<const float> x, uint8_t* memory) const;
  // queries: [any number, heads * head_dim]; results take their place.
  void attend(const Compute& compute, MatView<float> queries, uint8_t* memory) const;

 private:
  void pack(PackFunction function, const Compute& compute, MatView<const float> x,
            uint8_t* memory) const;

  int64_t keys_;
  int heads_, head_dim_;
  // Of one head, from its begin on; keys are first.
  int64_t values_, key_scale_, key_start_, value_scale_, value_mean_, head_bytes_;
};

}  // namespace octavo::engine
