#include "tests/engine/model_bench.h"

#include <algorithm>
#include <filesystem>

#include "base/check.h"
#include "base/try.h"

namespace octavo::engine {

Result<std::unique_ptr<ModelFiles>> ModelFiles::open(const std::string& path) {
  const bool is_file = path.ends_with(".gguf");
  const std::string gguf = is_file ? path : path + "/model.gguf", mmproj = path + "/mmproj.gguf";
  const bool is_gguf = std::filesystem::exists(gguf);
  Checkpoint language = OCTAVO_TRY(Checkpoint::open(is_gguf ? gguf : path));
  std::optional<Checkpoint> vision;
  if (std::filesystem::exists(mmproj)) vision = OCTAVO_TRY(Checkpoint::open(mmproj));
  const Checkpoint* second = vision ? &*vision : nullptr;
  const ModelConfig config =
      OCTAVO_TRY(is_gguf ? read_config(language, second) : read_config(path));
  ModelWeights weights = OCTAVO_TRY(ModelWeights::bind(config, language, second, true));
  return std::unique_ptr<ModelFiles>(
      new ModelFiles{std::move(language), std::move(vision), config, std::move(weights)});
}

ModelBench::ModelBench(const ModelFiles& files, const Kernels& kernels, int threads,
                       int64_t max_rows, int64_t max_patches)
    : files_(files),
      kernels_(kernels),
      pool_(threads),
      language_(files.config.language, files.weights.language, kernels_),
      language_scratch_(files.config.language, max_rows, threads + 1),
      kv_(KvPool::create(files.config.language, KvPool::bytes_per_token(files.config.language) *
                                                    (max_rows * 2 + KvPool::kBlockTokens))
              .value()) {
  sequence_.emplace(*kv_);
  if (files.config.vision.depth == 0) return;
  vision_.emplace(files.config.vision, files.weights.vision, kernels_);
  vision_scratch_.emplace(files.config.vision, max_patches, threads + 1);
}

Matrix<float> ModelBench::encode(MatView<const float> patches, ImageGrid grid, const Tap* tap) {
  Matrix<float> out(grid.tokens(files_.config.vision.merge), files_.config.language.hidden);
  vision_->run(patches, grid, *vision_scratch_, pool_, out, tap);
  return out;
}

Matrix<float> ModelBench::prefill(const std::vector<TokenId>& ids,
                                  const std::vector<int64_t>& image_starts,
                                  const std::vector<ImageGrid>& grids,
                                  const std::vector<Matrix<float>>& images, const Tap* tap,
                                  int64_t logit_rows) {
  sequence_->truncate(0);
  Matrix<float> rows(static_cast<int64_t>(ids.size()), files_.config.language.hidden);
  language_.embed(ids, rows);
  for (size_t i = 0; i < images.size(); ++i)
    std::copy(images[i].data(), images[i].data() + images[i].rows() * images[i].cols(),
              rows.row(image_starts[i]));
  const PromptPositions positions =
      prompt_positions(rows.rows(), image_starts, grids, files_.config.vision.merge);
  position_ = positions.next;
  return run(rows, positions.positions, tap, logit_rows);
}

Matrix<float> ModelBench::next(TokenId token) {
  Matrix<float> row(1, files_.config.language.hidden);
  language_.embed({&token, 1}, row);
  const Position position = {position_, position_, position_};
  ++position_;
  return run(row, {&position, 1}, nullptr, 1);
}

Matrix<float> ModelBench::run(MatView<float> rows, std::span<const Position> positions,
                              const Tap* tap, int64_t logit_rows) {
  OCTAVO_CHECK(sequence_->reserve(rows.rows).ok());
  const SequenceRows part{&*sequence_, 0, positions, logit_rows};
  Matrix<float> logits(logit_rows, files_.config.language.vocabulary);
  language_.run(rows, {&part, 1}, language_scratch_, pool_, logits, tap);
  sequence_->advance(rows.rows);
  return logits;
}

TokenId best_of(const Matrix<float>& logits) {
  return best_of({logits.row(logits.rows() - 1), static_cast<size_t>(logits.cols())});
}

TokenId best_of(std::span<const float> logits) {
  return static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

}  // namespace octavo::engine
