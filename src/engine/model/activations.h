// Everything that changes while a model works, besides keys and values: taken once, so that forward
// passes allocate nothing. One forward pass at a time; no thread may share one with another.
#pragma once

#include <cstdint>

#include "engine/model/config.h"
#include "engine/ops/work.h"
#include "engine/tensor/matrix.h"

namespace octavo::engine {

class LanguageScratch {
 public:
  // For forward passes of up to `max_rows` rows. `lanes`: LaneScratch::lanes_of(the pool); with
  // fewer, threads stay idle.
  LanguageScratch(const LanguageConfig& config, int64_t max_rows, int lanes);
  static int64_t bytes(const LanguageConfig& config, int64_t max_rows, int lanes);
  int64_t max_rows() const { return normed_.rows(); }

 private:
  friend class LanguageForward;
  Matrix<float> normed_;     // [max_rows, hidden]; what is added to the rows, too
  Matrix<float> queries_;    // [max_rows, heads * head_dim]; attention's result, too
  Matrix<float> keys_;       // [max_rows, kv_heads * head_dim]
  Matrix<float> values_;     // [max_rows, kv_heads * head_dim]
  Matrix<float> gate_;       // [max_rows, intermediate]
  Matrix<float> up_;         // [max_rows, intermediate]
  Matrix<float> cos_, sin_;  // [max_rows, head_dim / 2]
  LaneScratch lanes_;
  Team team_;
};

class VisionScratch {
 public:
  // For pictures of up to `max_patches` patches.
  VisionScratch(const VisionConfig& config, int64_t max_patches, int lanes);
  static int64_t bytes(const VisionConfig& config, int64_t max_patches, int lanes);
  int64_t max_patches() const { return hidden_.rows(); }

 private:
  friend class VisionForward;
  static int64_t work_floats(const VisionConfig& config, int64_t patches);

  Matrix<float> hidden_;     // [max_patches, width]
  Matrix<float> normed_;     // [max_patches, width]; what is added to hidden, too
  Matrix<float> work_;       // [1, work_floats]: attention, then the MLP, then the merger
  Matrix<float> cos_, sin_;  // [max_patches, head_dim / 2]
  LaneScratch lanes_;
};

// How the working memory of one vision block's attention is divided, in floats.
struct VisionAttentionPlan {
  VisionAttentionPlan(const VisionConfig& config, int64_t patches);
  int64_t blocks;                      // of keys, for each head
  int64_t key_floats, value_floats;    // of one block
  int64_t keys_offset, values_offset;  // before them: [patches, width]; bytes of all heads are at
                                       // keys_offset, too
  int64_t floats;
};

}  // namespace octavo::engine
