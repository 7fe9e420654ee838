#include "api/model_runner.h"

#include "base/check.h"
#include "base/try.h"
#include "engine/model/positions.h"

namespace octavo {

using engine::KvPool;
using engine::LaneScratch;
using engine::Matrix;

Result<std::unique_ptr<ModelRunner>> ModelRunner::create(const engine::Model& model,
                                                         ThreadPool& pool, int64_t most_tokens,
                                                         engine::KvType kv) {
  const int64_t bytes =
      KvPool::bytes_per_token(model.config().language, kv) * (most_tokens + KvPool::kBlockTokens);
  auto memory = OCTAVO_TRY(KvPool::create(model.config().language, bytes, kv));
  return std::unique_ptr<ModelRunner>(new ModelRunner(model, pool, most_tokens, std::move(memory)));
}

ModelRunner::ModelRunner(const engine::Model& model, ThreadPool& pool, int64_t most_tokens,
                         std::unique_ptr<KvPool> kv)
    : model_(model),
      pool_(pool),
      scratch_(model.config().language, most_tokens, LaneScratch::lanes_of(pool)),
      kv_(std::move(kv)),
      sequence_(*kv_) {}

Matrix<float> ModelRunner::read(std::span<const engine::TokenId> ids, bool all,
                                const engine::Tap* tap) {
  sequence_.truncate(0);
  return run(ids, all ? static_cast<int64_t>(ids.size()) : 1, tap);
}

Matrix<float> ModelRunner::next(engine::TokenId token) { return run({&token, 1}, 1, nullptr); }

Matrix<float> ModelRunner::run(std::span<const engine::TokenId> ids, int64_t logit_rows,
                               const engine::Tap* tap) {
  const engine::LanguageConfig& config = model_.config().language;
  const auto count = static_cast<int64_t>(ids.size());
  OCTAVO_CHECK(sequence_.reserve(count).ok());
  Matrix<float> rows(count, config.hidden), logits(logit_rows, config.vocabulary);
  model_.embed(ids, rows);
  std::vector<engine::Position> positions;
  for (int64_t i = 0; i < count; ++i) {
    const auto place = static_cast<int32_t>(sequence_.length() + i);
    positions.push_back({place, place, place});
  }
  const engine::SequenceRows part{&sequence_, 0, positions, logit_rows};
  model_.forward(rows, {&part, 1}, scratch_, pool_, logits, tap);
  sequence_.advance(count);
  return logits;
}

Matrix<float> ModelRunner::look(const engine::PreparedImage& picture, const engine::Tap* tap) {
  const engine::ModelConfig& config = model_.config();
  engine::VisionScratch scratch(config.vision, picture.grid.patches(),
                                LaneScratch::lanes_of(pool_));
  Matrix<float> out(picture.grid.tokens(config.vision.merge), config.language.hidden);
  model_.encode_image(picture.patches, picture.grid, scratch, pool_, out, tap);
  return out;
}

}  // namespace octavo
