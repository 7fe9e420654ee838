// OpenAI's API: /v1/models and /v1/chat/completions.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "server/http/json.h"
#include "server/http/router.h"
#include "server/openai/chat_limits.h"
#include "server/openai/chat_run.h"
#include "server/openai/picture_fetcher.h"

namespace octavo::server {

// The model that answers chats.
struct ChatModelFacts {
  std::string id;       // what clients call it
  bool sees = false;    // it takes pictures
  int64_t created = 0;  // seconds since 1970
};

struct OpenAiOptions {
  std::optional<ChatModelFacts> model;  // none: chats that need one are 404 model_not_found
  ChatBackend model_backend;            // of the model
  // Answers the fixed prompts of MinerU's programs when no model that sees is there; without
  // functions: there is none.
  ChatBackend recognizers;
  bool remote_pictures = false;
  net::FetchOptions fetch;
  ChatLimits limits;
  std::chrono::seconds patience{3600};  // for a whole answer
};

// Outlives the router's use of it, and is outlived by what its backends need.
class OpenAi {
 public:
  explicit OpenAi(OpenAiOptions options);
  ~OpenAi();
  OpenAi(const OpenAi&) = delete;
  OpenAi& operator=(const OpenAi&) = delete;

  void add_routes(Router& router);

 private:
  struct Answering;
  Response list_models() const;
  Json models() const;
  Response show_model(const std::string& id) const;
  Reply chat(Request& request);
  std::variant<Answering, Problem> who_answers(const AskedChat& asked) const;
  std::string id() const;

  const OpenAiOptions options_;
  const ChatMemory memory_;
  std::unique_ptr<PictureFetcher> fetcher_;  // none: remote pictures are refused
};

}  // namespace octavo::server
