#include "server/openai/chat_run.h"

#include <utility>

#include "server/openai/chat_problem.h"

namespace octavo::server {

std::optional<Problem> ChatRun::hold(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (memory_.grow(bytes)) return std::nullopt;
  return Problem{.status = 503,
                 .code = "server_busy",
                 .message = "the chats that wait hold too much",
                 .retry_after = 5};
}

void ChatRun::let_go() {
  const std::lock_guard lock(mutex_);
  const ChatMemory::Share gone = std::move(memory_);
}

std::optional<Problem> ChatRun::begin(service::ChatRequest request) {
  if (given_up()) return std::nullopt;
  auto handle = backend_.chat(
      std::move(request),
      [self = shared_from_this()](const service::ChatEvent& event) { self->add(event); });
  if (!handle.ok()) return chat_problem_of(handle.error());
  {
    const std::lock_guard lock(mutex_);
    handle_ = *handle;
    if (!given_up_) return std::nullopt;
  }
  backend_.cancel(*handle);  // given up while it was being asked
  return std::nullopt;
}

void ChatRun::fail(Problem problem) {
  {
    const std::lock_guard lock(mutex_);
    news_.problem = std::move(problem);
  }
  wake_up();
}

void ChatRun::give_up() {
  std::optional<uint64_t> handle;
  {
    const std::lock_guard lock(mutex_);
    if (given_up_) return;
    given_up_ = true;
    handle = handle_;
    wake_ = nullptr;
  }
  if (handle) backend_.cancel(*handle);
}

bool ChatRun::given_up() const {
  const std::lock_guard lock(mutex_);
  return given_up_;
}

void ChatRun::listen(Wake wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

ChatRun::News ChatRun::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

void ChatRun::add(const service::ChatEvent& event) {
  using Kind = service::ChatEvent::Kind;
  if (event.kind != Kind::kText) let_go();
  if (event.kind == Kind::kError) return fail(chat_problem_of(event.error));
  // Only give_up() cancels, and then nobody listens: what is cut off otherwise is cut off by the
  // end of the service.
  if (event.kind == Kind::kEnd && event.finish == GenerateEnd::kCancelled)
    return fail(chat_problem_of(Error{.code = Code::kCancelled, .what = "the server is stopping"}));
  {
    const std::lock_guard lock(mutex_);
    if (!given_up_) news_.events.push_back(event);
  }
  wake_up();
}

void ChatRun::wake_up() {
  Wake wake;
  {
    const std::lock_guard lock(mutex_);
    wake = wake_;
  }
  if (wake) wake();
}

}  // namespace octavo::server
