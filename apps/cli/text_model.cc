#include "text_model.h"

#include <utility>

namespace octavo::cli {
namespace {

class LoadedModel : public TextModel {
 public:
  explicit LoadedModel(Model model) : model_(std::move(model)) {}

  Result<Generation> generate(const GenerateRequest& request) override {
    return model_.generate(request);
  }
  std::vector<Result<Generation>> generate_all(std::span<const GenerateRequest> requests,
                                               const CancelFlag* cancel) override {
    return model_.generate_all(requests, cancel);
  }
  bool has_vision() const override { return model_.has_vision(); }
  double load_seconds() const override { return model_.load_seconds(); }
  std::string precision() const override { return model_.precision(); }

 private:
  Model model_;
};

}  // namespace

Result<std::unique_ptr<TextModel>> load_text_model(const std::string& path,
                                                   const ModelOptions& options) {
  auto model = Model::load(path, options);
  if (!model.ok()) return std::move(model).error();
  return std::unique_ptr<TextModel>(std::make_unique<LoadedModel>(std::move(model).value()));
}

Result<TokenCounter> load_token_counter(const std::string& path) {
  auto loaded = ModelTokenizer::load(path);
  if (!loaded.ok()) return std::move(loaded).error();
  const auto tokenizer = std::make_shared<ModelTokenizer>(std::move(loaded).value());
  return TokenCounter([tokenizer](std::string_view text) {
    return static_cast<int64_t>(tokenizer->encode(text, false).size());
  });
}

}  // namespace octavo::cli
