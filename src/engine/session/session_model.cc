#include "engine/session/session_model.h"

#include <chrono>
#include <utility>

#include "engine/model/activations.h"
#include "engine/ops/work.h"
#include "engine/session/step_costs.h"

namespace octavo::engine {
namespace {

// What is expected before the processor has shown it: processor time with 1 to 64 rows of 0.5
// billion weights, on two cores of Zen 5.
constexpr ExpectedCost kF32Cost{8, 0.28, 3.5, 0.18}, kInt8Cost{12, 0.045, 2.2, 0.085};

class LoadedModel : public SessionModel {
 public:
  LoadedModel(std::shared_ptr<const Model> model, ThreadPool& pool, int64_t max_rows)
      : model_(std::move(model)),
        pool_(pool),
        scratch_(model_->config().language, max_rows, LaneScratch::lanes_of(pool)),
        costs_(model_->multiplies_bytes() ? kInt8Cost : kF32Cost) {}

  const ModelConfig& config() const override { return model_->config(); }
  const Tokenizer& tokenizer() const override { return model_->tokenizer(); }

  double step_cost(int64_t rows) const override { return costs_.cost(rows); }

  // The memory for a picture can be as much as all else together, and is not needed while text is
  // written: it is given back.
  bool encode_image(MatView<const float> patches, ImageGrid grid, MatView<float> out,
                    const std::function<bool()>& goes_on) override {
    VisionScratch scratch(config().vision, grid.patches(), LaneScratch::lanes_of(pool_));
    return model_->encode_image(patches, grid, scratch, pool_, out, nullptr, goes_on);
  }

  void embed(std::span<const TokenId> ids, MatView<float> out) override { model_->embed(ids, out); }

  void forward(MatView<float> rows, std::span<const SequenceRows> sequences,
               MatView<float> logits) override {
    const auto start = std::chrono::steady_clock::now();
    model_->forward(rows, sequences, scratch_, pool_, logits);
    // Reading a prompt is other work: few of its rows are scored.
    if (logits.rows == rows.rows)
      costs_.note(rows.rows,
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }

 private:
  std::shared_ptr<const Model> model_;
  ThreadPool& pool_;
  LanguageScratch scratch_;
  StepCosts costs_;
};

}  // namespace

std::unique_ptr<SessionModel> make_session_model(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, int64_t max_rows) {
  return std::make_unique<LoadedModel>(std::move(model), pool, max_rows);
}

}  // namespace octavo::engine
