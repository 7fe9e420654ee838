// What the model commands need of a model; the real one is octavo::Model, tests use one that
// answers at once.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "octavo/model.h"

namespace octavo::cli {

class TextModel {
 public:
  virtual ~TextModel() = default;
  virtual Result<Generation> generate(const GenerateRequest& request) = 0;
  virtual std::vector<Result<Generation>> generate_all(std::span<const GenerateRequest> requests,
                                                       const CancelFlag* cancel) = 0;
  virtual bool has_vision() const = 0;
  virtual double load_seconds() const = 0;
  virtual std::string precision() const = 0;
};

using ModelLoader =
    std::function<Result<std::unique_ptr<TextModel>>(const std::string&, const ModelOptions&)>;
Result<std::unique_ptr<TextModel>> load_text_model(const std::string& path,
                                                   const ModelOptions& options);

// How many tokens a text is.
using TokenCounter = std::function<int64_t(std::string_view)>;
// With the vocabulary of the model at `path`; its weights are not read.
Result<TokenCounter> load_token_counter(const std::string& path);

// The path that a loader opens, for what --model says.
using ModelResolver = std::function<Result<std::string>(const std::string&)>;

}  // namespace octavo::cli
