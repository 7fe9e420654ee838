// Answers of POST /v1/chat/completions as JSON (OpenAI's "chat completion" and its chunks).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "service/chat.h"

namespace octavo::server {

struct AnswerHead {
  std::string id;       // "chatcmpl-..."
  int64_t created = 0;  // seconds since 1970
  std::string model, fingerprint;
};

// `end`: the last event, which has the reason and the counts.
std::string chat_answer(const AnswerHead& head, std::string_view text,
                        const service::ChatEvent& end);

// The data of server-sent events, one after the other: who speaks, texts, why it ended, and (when
// asked for) the counts. Texts go out as they are: each is whole characters.
class ChatChunks {
 public:
  ChatChunks(const AnswerHead& head, bool include_usage);

  std::string role() const;
  // `timings`: JSON for a field of that name; empty: none.
  std::string text(std::string_view text, const std::string& timings) const;
  std::string end(const service::ChatEvent& end) const;
  std::string usage(const service::ChatEvent& end) const;

 private:
  std::string chunk(std::string_view delta, std::string_view finish,
                    const std::string& timings = "") const;

  std::string front_;  // what all chunks begin with, up to the list of choices
  bool include_usage_;
};

}  // namespace octavo::server
