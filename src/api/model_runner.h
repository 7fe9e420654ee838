// A model with all it needs to look at single steps of it: for comparing two.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "engine/model/activations.h"
#include "engine/model/kv_cache.h"
#include "engine/model/model.h"

namespace octavo {

// Not thread-safe; model and pool must outlive it.
class ModelRunner {
 public:
  // Room for texts of `most_tokens`. Errors: kLimitExceeded.
  static Result<std::unique_ptr<ModelRunner>> create(const engine::Model& model, ThreadPool& pool,
                                                     int64_t most_tokens,
                                                     engine::KvType kv = engine::KvType::kF32);

  // Logits behind every token of a text, or behind the last one alone.
  engine::Matrix<float> read(std::span<const engine::TokenId> ids, bool all,
                             const engine::Tap* tap = nullptr);
  // Logits behind one token more.
  engine::Matrix<float> next(engine::TokenId token);
  engine::Matrix<float> look(const engine::PreparedImage& picture, const engine::Tap* tap);

 private:
  ModelRunner(const engine::Model& model, ThreadPool& pool, int64_t most_tokens,
              std::unique_ptr<engine::KvPool> kv);
  engine::Matrix<float> run(std::span<const engine::TokenId> ids, int64_t logit_rows,
                            const engine::Tap* tap);

  const engine::Model& model_;
  ThreadPool& pool_;
  engine::LanguageScratch scratch_;
  std::unique_ptr<engine::KvPool> kv_;
  engine::KvSequence sequence_;
};

}  // namespace octavo
