// The language half of Qwen2-VL (Qwen2 with M-RoPE): embedding rows and KV cache -> logits.
// Source: transformers Qwen2VLTextModel; docs/model.md.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "engine/model/activations.h"
#include "engine/model/rope_tables.h"
#include "engine/model/sequence_rows.h"
#include "engine/model/taps.h"
#include "engine/model/weights.h"
#include "engine/ops/attention.h"
#include "engine/ops/work.h"

namespace octavo::engine {

// Immutable and thread-safe; config, weights and kernels must outlive it. See Model for the meaning
// of each call.
class LanguageForward {
 public:
  LanguageForward(const LanguageConfig& config, const LanguageWeights& weights,
                  const Kernels& kernels);

  void embed(std::span<const TokenId> ids, MatView<float> out) const;
  void run(MatView<float> rows, std::span<const SequenceRows> sequences, LanguageScratch& scratch,
           ThreadPool& pool, MatView<float> logits, const Tap* tap = nullptr) const;

 private:
  struct Pass;
  struct HeadRange {
    int first, count;
  };
  void set_angles(const Pass& pass) const;
  void layers(const Pass& pass, MatView<float> logits) const;
  void attention(const Pass& pass, int layer) const;
  void multiply_normed(const Pass& pass, const float* weight, std::string_view name, int layer,
                       std::span<const LinearCall> calls) const;
  void turn(const Pass& pass, MatView<float> x, int heads, int64_t first) const;
  void store(const Pass& pass, const SequenceRows& sequence, int layer, int head,
             const RowChunk& chunk) const;
  void store_all(const Pass& pass, int layer) const;
  AttentionCall attention_call(const Pass& pass, const SequenceRows& sequence, int layer,
                               int kv_head, HeadRange heads) const;
  void attend_one_each(const Pass& pass, int layer) const;
  void attend_all(const Pass& pass, int layer) const;
  void mlp(const Pass& pass, int layer) const;
  void expect(const Pass& pass, int64_t rows,
              std::initializer_list<const WeightView*> weights) const;
  void expect_behind(const Pass& pass, int layer) const;
  void head(const Pass& pass, MatView<float> logits) const;
  void norm_wanted(const Pass& pass) const;

  const LanguageConfig& config_;
  const LanguageWeights& weights_;
  const Kernels& kernels_;
  TextRope rope_;
};

}  // namespace octavo::engine
