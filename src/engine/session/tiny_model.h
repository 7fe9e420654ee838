// For tests of the session: a small model with made-up weights, the real arithmetic and the tests'
// tokenizer. What it says is nonsense, and depends on everything that it has seen.
#pragma once

#include <memory>

#include "engine/model/language.h"
#include "engine/model/quantize_weights.h"
#include "engine/model/test_weights.h"
#include "engine/model/vision.h"
#include "engine/session/session_model.h"
#include "engine/session/test_tokenizer.h"

namespace octavo::engine {

class TinyModel : public SessionModel {
 public:
  // The pool must outlive it. Most pictures: 64 patches. `precision`: kInt8 and kInt4 multiply with
  // copies of the weights.
  TinyModel(uint64_t seed, DType dtype, ArchMask arch, ThreadPool& pool,
            Precision precision = Precision::kF32)
      : config_(small()),
        made_(seed),
        weights_(weights_of(dtype, precision)),
        kernels_(select_kernels(arch)),
        language_(config_.language, weights_.language, kernels_),
        vision_(config_.vision, weights_.vision, kernels_),
        pool_(pool),
        scratch_(config_.language, kMostRows, LaneScratch::lanes_of(pool)),
        vision_scratch_(config_.vision, kMostPatches, LaneScratch::lanes_of(pool)),
        tokenizer_(test_tokenizer()) {}

  const ModelConfig& config() const override { return config_; }
  const Tokenizer& tokenizer() const override { return tokenizer_; }
  double step_cost(int64_t rows) const override { return 0.9 + 0.1 * static_cast<double>(rows); }
  bool encode_image(MatView<const float> patches, ImageGrid grid, MatView<float> out,
                    const std::function<bool()>&) override {
    ++pictures_encoded;
    return vision_.run(patches, grid, vision_scratch_, pool_, out);
  }
  void embed(std::span<const TokenId> ids, MatView<float> out) override {
    language_.embed(ids, out);
  }
  void forward(MatView<float> rows, std::span<const SequenceRows> sequences,
               MatView<float> logits) override {
    ++forwards;
    rows_fed += rows.rows;
    language_.run(rows, sequences, scratch_, pool_, logits);
  }

  int forwards = 0, pictures_encoded = 0;
  int64_t rows_fed = 0;

 private:
  static constexpr int64_t kMostRows = 700, kMostPatches = 64;

  static ModelConfig small() {
    ModelConfig config;
    config.language = {.hidden = 24,
                       .layers = 2,
                       .heads = 4,
                       .kv_heads = 2,
                       .head_dim = 8,
                       .intermediate = 20,
                       .vocabulary = kTestVocabulary,
                       .max_positions = 600,
                       .mrope_sections = {2, 1, 1}};
    config.vision = {
        .depth = 2, .width = 16, .heads = 2, .head_dim = 8, .mlp = 24, .patch = 2, .merge = 2};
    config.end_tokens = {kTestEnd};
    config.image_pad = kTestImagePad;
    return config;
  }

  ModelWeights weights_of(DType dtype, Precision precision) {
    ModelWeights weights;
    weights.language = made_.language(config_.language, dtype);
    weights.vision = made_.vision(config_.vision, config_.language.hidden, dtype);
    if (precision == Precision::kF32) return weights;
    ThreadPool alone(0);
    const WeightBits bits = precision == Precision::kInt4 ? WeightBits::k4 : WeightBits::k8;
    quantize_weights(config_, {.language = bits}, alone, weights);
    return weights;
  }

  ModelConfig config_;
  TestWeights made_;
  ModelWeights weights_;
  Kernels kernels_;
  LanguageForward language_;
  VisionForward vision_;
  ThreadPool& pool_;
  LanguageScratch scratch_;
  VisionScratch vision_scratch_;
  Tokenizer tokenizer_;
};

}  // namespace octavo::engine
