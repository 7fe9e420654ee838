// A model for tests of the commands: says a few words, token by token.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "text_model.h"

namespace octavo::cli {

class ScriptedTextModel : public TextModel {
 public:
  ScriptedTextModel(std::vector<std::string> words, std::vector<GenerateRequest>* seen)
      : words_(std::move(words)), seen_(seen) {}

  Result<Generation> generate(const GenerateRequest& request) override {
    seen_->push_back(request);
    const bool damaged = !request.pictures.empty() && request.pictures[0].name == "damaged.png";
    if (damaged) return Error{Code::kFileUnreadable, "is damaged", "", {.file = "damaged.png"}};
    if (request.prompt == "fail")
      return Error{Code::kLimitExceeded, "the prompt is too long", "shorten it", {}};
    Generation generation;
    generation.prompt_tokens = static_cast<int64_t>(request.prompt.size());
    generation.decode_seconds = generation.prefill_seconds = 1;
    for (const std::string& word : words_) {
      if (request.cancel != nullptr && request.cancel->is_set()) {
        generation.end = GenerateEnd::kCancelled;
        break;
      }
      generation.token_ids.push_back(static_cast<int32_t>(generation.token_ids.size()));
      generation.text += word;
      if (request.on_text && !request.on_text(word)) {
        generation.end = GenerateEnd::kCancelled;
        break;
      }
    }
    return generation;
  }
  // A word of each in turn, as a batch does.
  std::vector<Result<Generation>> generate_all(std::span<const GenerateRequest> requests,
                                               const CancelFlag* cancel) override {
    std::vector<Result<Generation>> results;
    for (const GenerateRequest& asked : requests) {
      GenerateRequest request = asked;
      request.cancel = cancel;
      request.on_text = nullptr;
      results.push_back(generate(request));
      if (asked.on_end && !results.back().ok()) asked.on_end(&results.back().error());
    }
    for (size_t word = 0; word < words_.size(); ++word)
      for (size_t i = requests.size(); i-- > 0;)
        if (results[i].ok() && word < results[i]->token_ids.size() && requests[i].on_text)
          static_cast<void>(requests[i].on_text(words_[word]));
    for (size_t i = requests.size(); i-- > 0;)
      if (results[i].ok() && requests[i].on_end) requests[i].on_end(nullptr);
    return results;
  }
  bool has_vision() const override { return true; }
  double load_seconds() const override { return 0.5; }
  std::string precision() const override { return "words"; }

 private:
  std::vector<std::string> words_;
  std::vector<GenerateRequest>* seen_;
};

// Gives such a model for the path "there", and an error for others.
inline ModelLoader scripted_loader(std::vector<std::string> words,
                                   std::vector<GenerateRequest>* seen) {
  return [=](const std::string& path, const ModelOptions&) -> Result<std::unique_ptr<TextModel>> {
    if (path != "there") return Error{Code::kModelInvalid, "is damaged", "", {.file = path}};
    return std::unique_ptr<TextModel>(std::make_unique<ScriptedTextModel>(words, seen));
  };
}

// Names stand for themselves, but for "unknown".
inline Result<std::string> scripted_resolver(const std::string& name) {
  if (name == "unknown") return Error{Code::kModelMissing, "is no model", "", {.file = name}};
  return name;
}

}  // namespace octavo::cli
