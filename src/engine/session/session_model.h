// What a session needs of a model: engine/model/model.h with its scratch memory and threads, or a
// double that tests can script.
#pragma once

#include <memory>
#include <span>

#include "engine/model/model.h"

namespace octavo::engine {

// Not thread-safe. See Model for the meaning of each call.
class SessionModel {
 public:
  virtual ~SessionModel() = default;
  virtual const ModelConfig& config() const = 0;
  virtual const Tokenizer& tokenizer() const = 0;
  // What one more row costs, where a forward pass with one row costs 1. Reading the weights is most
  // of that one; f32 products of rows of weights in bf16, measured with 1 to 32 rows of 0.5 billion
  // weights on two cores of Zen 5, cost a fifth of it each.
  virtual double row_cost() const { return 0.2; }
  virtual void encode_image(MatView<const float> patches, ImageGrid grid, MatView<float> out) = 0;
  virtual void embed(std::span<const TokenId> ids, MatView<float> out) = 0;
  virtual void forward(MatView<float> rows, std::span<const SequenceRows> sequences,
                       MatView<float> logits) = 0;
};

// `max_rows`: the most rows of one forward pass. The pool must outlive it.
std::unique_ptr<SessionModel> make_session_model(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, int64_t max_rows);

}  // namespace octavo::engine
