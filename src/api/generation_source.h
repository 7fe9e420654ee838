// Requests of a caller -> requests of a session, one by one as there is room, and what comes back.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/session/session.h"
#include "engine/tokenizer/chat_template.h"
#include "octavo/model.h"

namespace octavo {

// Not thread-safe. Feed and session must outlive it.
class GenerationSource : public engine::RequestSource {
 public:
  // `form`: of the model's chat; an error when it has one that we do not know, which is that of
  // every request but raw ones.
  GenerationSource(GenerateFeed& feed, Result<engine::ChatForm> form,
                   const engine::Session& session);
  ~GenerationSource() override;

  std::optional<engine::Request> next() override;
  void done(size_t request, engine::Completion completion) override;
  // Text for the caller; false: it wants no more.
  bool show(size_t request, std::string_view text) const;

 private:
  struct Begun;
  Result<engine::Request> begin(const GenerateRequest& request, Begun& begun) const;
  void end(const GenerateRequest& request, Result<Generation> result);

  GenerateFeed& feed_;
  Result<engine::ChatForm> form_;
  const engine::Session& session_;
  std::vector<std::unique_ptr<Begun>> begun_;  // by the session's count; freed when done
};

}  // namespace octavo
