#include "engine/session/session_model.h"

#include <utility>

#include "engine/model/activations.h"
#include "engine/ops/work.h"

namespace octavo::engine {
namespace {

// Costs of forward passes, measured: processor time with 1 to 64 rows of 0.5 billion weights, on
// two cores of Zen 5. A few rows share one reading of the weights; from some number on they are
// packed first, and each costs its arithmetic.
struct StepCost {
  int64_t few;                       // rows that share a reading
  double next_few, many, next_many;  // one more of them; the first beyond; one more of those
};
constexpr StepCost kF32Cost{8, 0.28, 3.5, 0.18}, kInt8Cost{12, 0.045, 2.2, 0.085};

class LoadedModel : public SessionModel {
 public:
  LoadedModel(std::shared_ptr<const Model> model, ThreadPool& pool, int64_t max_rows)
      : model_(std::move(model)),
        pool_(pool),
        scratch_(model_->config().language, max_rows, LaneScratch::lanes_of(pool)) {}

  const ModelConfig& config() const override { return model_->config(); }
  const Tokenizer& tokenizer() const override { return model_->tokenizer(); }

  double step_cost(int64_t rows) const override {
    const StepCost& cost = model_->precision().starts_with("f32") ? kF32Cost : kInt8Cost;
    return rows <= cost.few ? 1 + cost.next_few * static_cast<double>(rows - 1)
                            : cost.many + cost.next_many * static_cast<double>(rows - cost.few - 1);
  }

  // The memory for a picture can be as much as all else together, and is not needed while text is
  // written: it is given back.
  void encode_image(MatView<const float> patches, ImageGrid grid, MatView<float> out) override {
    VisionScratch scratch(config().vision, grid.patches(), LaneScratch::lanes_of(pool_));
    model_->encode_image(patches, grid, scratch, pool_, out);
  }

  void embed(std::span<const TokenId> ids, MatView<float> out) override { model_->embed(ids, out); }

  void forward(MatView<float> rows, std::span<const SequenceRows> sequences,
               MatView<float> logits) override {
    model_->forward(rows, sequences, scratch_, pool_, logits);
  }

 private:
  std::shared_ptr<const Model> model_;
  ThreadPool& pool_;
  LanguageScratch scratch_;
};

}  // namespace

std::unique_ptr<SessionModel> make_session_model(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, int64_t max_rows) {
  return std::make_unique<LoadedModel>(std::move(model), pool, max_rows);
}

}  // namespace octavo::engine
