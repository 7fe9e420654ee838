// One chat on its way to whoever answers it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "octavo/result.h"
#include "server/http/problem.h"
#include "server/http/response.h"
#include "server/openai/chat_memory.h"
#include "service/chat.h"

namespace octavo::server {

// Who answers chats, in the words of service::Service: chat() gives a handle or an error at once,
// then events from any thread, the last of which is kEnd or kError.
struct ChatBackend {
  std::function<Result<uint64_t>(service::ChatRequest,
                                 std::function<void(const service::ChatEvent&)>)>
      chat;
  std::function<void(uint64_t)> cancel;
};

// Collects what comes until it is taken. Thread-safe. Lives on in the backend's callback when
// nobody else wants it any more.
class ChatRun : public std::enable_shared_from_this<ChatRun> {
 public:
  // `backend` must outlive the chat. `memory`: given back once the backend is through with it.
  explicit ChatRun(const ChatBackend& backend, ChatMemory::Share memory = {})
      : backend_(backend), memory_(std::move(memory)) {}

  // Before begin(): so many bytes more are kept for it. 503 when all chats hold too much.
  std::optional<Problem> hold(uint64_t bytes);
  // Nothing, or why it cannot be asked now. Does nothing after give_up().
  std::optional<Problem> begin(service::ChatRequest request);
  // It never got that far.
  void fail(Problem problem);
  // Nobody waits for it any more: the backend is told.
  void give_up();
  bool given_up() const;

  // Called after anything new.
  void listen(Wake wake);
  struct News {
    std::vector<service::ChatEvent> events;  // kText and kEnd
    std::optional<Problem> problem;          // it ended with that, after the events
  };
  News take();

 private:
  void add(const service::ChatEvent& event);
  void wake_up();

  void let_go();

  const ChatBackend& backend_;
  mutable std::mutex mutex_;
  ChatMemory::Share memory_;
  News news_;
  Wake wake_;
  std::optional<uint64_t> handle_;
  bool given_up_ = false;
};

}  // namespace octavo::server
