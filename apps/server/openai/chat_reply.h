// A chat as what a client is answered.
#pragma once

#include <chrono>
#include <memory>

#include "server/http/response.h"
#include "server/openai/chat_answer.h"
#include "server/openai/chat_run.h"

namespace octavo::server {

// One JSON object in the end; 504 after `patience`.
std::unique_ptr<Pending> whole_reply(std::shared_ptr<ChatRun> run, AnswerHead head,
                                     std::chrono::seconds patience);

struct ChunkOptions {
  bool include_usage = false;
  // Each text carries "timings": {"sampled_at_us", "sent_at_us"}, on the steady clock of this
  // machine: when the engine had its last token, and when it was handed to the connection.
  bool timings = false;
};

// Server-sent events, "[DONE]" at the end. A problem that turns up after the first of them is an
// event {"error":{...}}.
EventStream chunked_reply(std::shared_ptr<ChatRun> run, const AnswerHead& head,
                          const ChunkOptions& options);

}  // namespace octavo::server
