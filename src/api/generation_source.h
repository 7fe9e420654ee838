// Requests of a caller -> requests of a session, one by one as there is room, and what comes back.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/session/session.h"
#include "engine/tokenizer/chat_template.h"
#include "octavo/model.h"

namespace octavo {

// Not thread-safe. Requests and session must outlive it.
class GenerationSource : public engine::RequestSource {
 public:
  // `form`: of the model's chat; an error when it has one that we do not know, which is that of
  // every request but raw ones.
  GenerationSource(std::span<const GenerateRequest> requests, Result<engine::ChatForm> form,
                   const engine::Session& session);
  ~GenerationSource() override;

  std::optional<engine::Request> next() override;
  void done(size_t request, engine::Completion completion) override;
  // Text for the caller; false: it wants no more.
  bool show(size_t request, std::string_view text) const;

  // One for each request; of those that were not begun: cancelled, without text.
  std::vector<Result<Generation>> take_results();

 private:
  struct Begun;
  Result<engine::Request> begin(const GenerateRequest& request, Begun& begun) const;
  void end(size_t index, Result<Generation> result);

  std::span<const GenerateRequest> requests_;
  Result<engine::ChatForm> form_;
  const engine::Session& session_;
  std::vector<std::optional<Result<Generation>>> results_;
  std::vector<std::unique_ptr<Begun>> begun_;  // by the session's count; freed when done
  std::vector<size_t> index_of_;               // of each of them in `requests`
  size_t given_ = 0;
};

}  // namespace octavo
