// What a session needs of a model: engine/model/model.h with its scratch memory and threads, or a
// double that tests can script.
#pragma once

#include <functional>
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
  // What a forward pass with so many rows costs, in those of a pass with one.
  virtual double step_cost(int64_t rows) const = 0;
  virtual bool encode_image(MatView<const float> patches, ImageGrid grid, MatView<float> out,
                            const std::function<bool()>& goes_on) = 0;
  virtual void embed(std::span<const TokenId> ids, MatView<float> out) = 0;
  virtual void forward(MatView<float> rows, std::span<const SequenceRows> sequences,
                       MatView<float> logits) = 0;
};

// `max_rows`: the most rows of one forward pass. The pool must outlive it.
std::unique_ptr<SessionModel> make_session_model(std::shared_ptr<const Model> model,
                                                 ThreadPool& pool, int64_t max_rows);

}  // namespace octavo::engine
