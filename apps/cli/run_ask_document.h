// octavo ask over the text of documents: they are read, searched, and a language model answers.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine.h"
#include "octavo/ask.h"
#include "plan.h"
#include "text_model.h"

namespace octavo::cli {

struct AskRun {
  std::function<Result<std::unique_ptr<Engine>>(const ParserOptions&)> make_engine;
  std::function<Result<std::string>(const AskPlan&)> find_model;
  ModelLoader load;
  std::function<Result<TokenCounter>(const std::string& path)> load_tokenizer;
  Resources resources;
  const CancelFlag* cancel = nullptr;
};

// Answers go to standard output, what they took to standard error. The model is loaded when the
// first question needs it. Returns the exit code: a refusal is an answer; kExitPartial when pages
// could not be read.
int run_ask_document(const AskPlan& plan, const AskRun& run);

// The document with nothing but the cited blocks to draw, numbered as they are on their pages.
Document only_cited(const Document& document, const std::vector<AnswerCitation>& citations);

}  // namespace octavo::cli
