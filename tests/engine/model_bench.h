// A model's files with all that its two halves need to run, below Model: for parity tests.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/language.h"
#include "engine/model/vision.h"
#include "engine/model/weights.h"
#include "engine/ops/work.h"
#include "octavo/result.h"

namespace octavo::engine {

struct ModelFiles {
  Checkpoint language;
  std::optional<Checkpoint> vision;  // of GGUF
  ModelConfig config;
  ModelWeights weights;

  // `path`: a Hugging Face directory, one with model.gguf (and mmproj.gguf), or a text model's
  // .gguf.
  static Result<std::unique_ptr<ModelFiles>> open(const std::string& path);
};

class ModelBench {
 public:
  // Room for a prompt of `max_rows` and as many tokens after it, and pictures of `max_patches`.
  ModelBench(const ModelFiles& files, const Kernels& kernels, int threads, int64_t max_rows,
             int64_t max_patches);

  // [tokens, hidden].
  Matrix<float> encode(MatView<const float> patches, ImageGrid grid, const Tap* tap);
  // Feeds the prompt, from an empty cache, with the pictures' tokens in place; the logits of its
  // last rows.
  Matrix<float> prefill(const std::vector<TokenId>& ids, const std::vector<int64_t>& image_starts,
                        const std::vector<ImageGrid>& grids,
                        const std::vector<Matrix<float>>& images, const Tap* tap,
                        int64_t logit_rows);
  // Feeds one token more.
  Matrix<float> next(TokenId token);

 private:
  Matrix<float> run(MatView<float> rows, std::span<const Position> positions, const Tap* tap,
                    int64_t logit_rows);

  const ModelFiles& files_;
  Kernels kernels_;
  ThreadPool pool_;
  LanguageForward language_;
  std::optional<VisionForward> vision_;
  LanguageScratch language_scratch_;
  std::optional<VisionScratch> vision_scratch_;
  std::unique_ptr<KvPool> kv_;
  std::optional<KvSequence> sequence_;
  int32_t position_ = 0;
};

// The place of the largest logit of the last row, the first of equals.
TokenId best_of(const Matrix<float>& logits);
TokenId best_of(std::span<const float> logits);

}  // namespace octavo::engine
