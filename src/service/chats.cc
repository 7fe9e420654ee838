#include "service/chats.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "service/tasks.h"

namespace octavo::service {
namespace {

constexpr int kMostLosses = 2;  // of the engine, before a chat begins

ChatEvent failed(Code code, std::string what, std::string hint = "") {
  ChatEvent event;
  event.kind = ChatEvent::Kind::kError;
  event.error = {code, std::move(what), std::move(hint), {}};
  return event;
}

ChatEvent cancelled_event() {
  ChatEvent event;
  event.kind = ChatEvent::Kind::kEnd;
  event.finish = GenerateEnd::kCancelled;
  return event;
}

Error too_many() {
  return {Code::kServerFailed, "too many chats are waiting", "try again later", {}};
}

ChatEvent text_event(const Json& json) {
  ChatEvent event;
  event.text = text_at(json, "text");
  event.sampled_at_us = integer_at(json, "at_us");
  return event;
}

}  // namespace

Chats::Chats(const ServiceOptions& options, std::function<void()> wake_supervisor)
    : options_(options), wake_supervisor_(std::move(wake_supervisor)) {
  if (!options_.chat_model.empty()) model_ = ModelState::kUnloaded;
}

Chats::~Chats() { give_up(); }

Status Chats::check(const ChatRequest& request) const {
  const auto wrong = [](Code code, std::string what) {
    return Error{code, std::move(what), "", {}};
  };
  if (options_.chat_model.empty())
    return Error{Code::kModelMissing,
                 "no model is installed that could answer",
                 "install one with octavo models pull, and start the server again",
                 {}};
  if (request.messages.empty() || request.messages.back().role != ChatMessage::Role::kUser)
    return wrong(Code::kInvalidArgument, "the last message must be a user's");
  int64_t bytes = 0;
  int pictures = 0;
  for (const ChatMessage& message : request.messages)
    for (const ChatPart& part : message.parts) {
      bytes += static_cast<int64_t>(part.text.size() + part.picture.size());
      pictures += part.picture.empty() ? 0 : 1;
    }
  const ServiceLimits& limits = options_.limits;
  if (pictures > limits.max_chat_pictures || bytes > limits.max_chat_bytes)
    return wrong(Code::kLimitExceeded, std::to_string(pictures) + " pictures and " +
                                           std::to_string(bytes) + " bytes are over the limits");
  return success();
}

Result<uint64_t> Chats::chat(ChatRequest request, OnEvent on_event) {
  OCTAVO_TRY_STATUS(check(request));
  ChatTask task{.id = 0, .request = std::move(request)};
  {
    const std::lock_guard lock(mutex_);
    if (draining_ || chats_.size() >= static_cast<size_t>(options_.limits.max_chats))
      return too_many();
    task.id = ++last_task_;
  }
  // Text that JSON has no place for: control characters take six bytes.
  Message message = to_message(task);
  if (message.json.size() > FrameLimits().max_json_bytes)
    return Error{Code::kLimitExceeded, "the texts of the messages are too long", "", {}};
  {
    const std::lock_guard lock(mutex_);
    if (draining_) return too_many();
    Chat& chat = chats_[task.id];
    chat.message = std::move(message);
    chat.on_event = std::move(on_event);
    queue_.push_back(task.id);
  }
  wake_supervisor_();
  return static_cast<uint64_t>(task.id);
}

void Chats::cancel(uint64_t handle) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = chats_.find(static_cast<int64_t>(handle));
    if (found == chats_.end() || std::exchange(found->second.cancelled, true)) return;
    cancelled_.push_back(found->first);
  }
  wake_supervisor_();
}

void Chats::add_to(ServiceStatus& status) const {
  const std::lock_guard lock(mutex_);
  status.model = model_;
  status.model_error = model_error_;
  for (const auto& [task, chat] : chats_)
    ++(chat.begun ? status.chats_running : status.chats_waiting);
  status.chats_done = done_;
  status.prompt_tokens = prompt_tokens_;
  status.completion_tokens = completion_tokens_;
  status.prefill_seconds = prefill_seconds_;
  status.decode_seconds = decode_seconds_;
}

void Chats::drain() {
  const std::lock_guard lock(mutex_);
  draining_ = true;
}

void Chats::give_up() {
  std::vector<int64_t> left;
  {
    const std::lock_guard lock(mutex_);
    draining_ = true;
    queue_.clear();
    for (const auto& [task, chat] : chats_) left.push_back(task);
  }
  for (const int64_t task : left)
    finish(task, failed(Code::kCancelled, "the server stops", "try again later"));
}

bool Chats::is_idle() const {
  const std::lock_guard lock(mutex_);
  return chats_.empty();
}

bool Chats::has_work() const {
  const std::lock_guard lock(mutex_);
  return !queue_.empty();
}

std::optional<Dispatch> Chats::next() {
  const std::lock_guard lock(mutex_);
  if (queue_.empty()) return std::nullopt;
  const int64_t task = queue_.front();
  queue_.pop_front();
  return Dispatch{task, chats_[task].message};
}

// Those that no worker has yet end at once.
std::vector<int64_t> Chats::take_cancelled() {
  std::vector<int64_t> running, waiting;
  {
    const std::lock_guard lock(mutex_);
    for (const int64_t task : std::exchange(cancelled_, {})) {
      const auto place = std::find(queue_.begin(), queue_.end(), task);
      (place == queue_.end() ? running : waiting).push_back(task);
      if (place != queue_.end()) queue_.erase(place);
    }
  }
  for (const int64_t task : waiting) finish(task, cancelled_event());
  return running;
}

bool Chats::take(int64_t task, const std::string& what, const Json& json) {
  if (what == "model") {
    const std::lock_guard lock(mutex_);
    model_ =
        enum_named(model_state_name, ModelState::kFailed, text_at(json, "state")).value_or(model_);
    model_error_ = text_at(json, "error");
    return false;
  }
  if (what == "begun") {
    const std::lock_guard lock(mutex_);
    if (const auto found = chats_.find(task); found != chats_.end()) {
      found->second.begun = true;
      found->second.message = {};
    }
    return false;
  }
  if (what == "text") {
    OnEvent on_event;
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = chats_.find(task); found != chats_.end())
        on_event = found->second.on_event;
    }
    if (on_event) on_event(text_event(json));
    return false;
  }
  if (what != "end" && what != "failed") return false;
  if (what == "end") {
    finish(task, end_event(json));
  } else {
    const Error error = error_of(json);
    finish(task, failed(error.code, error.what, error.hint));
  }
  return true;
}

ChatEvent Chats::end_event(const Json& json) {
  ChatEvent event;
  event.kind = ChatEvent::Kind::kEnd;
  const int64_t finish = integer_at(json, "finish");
  if (finish >= 0 && finish <= static_cast<int64_t>(GenerateEnd::kCancelled))
    event.finish = static_cast<GenerateEnd>(finish);
  event.prompt_tokens = integer_at(json, "prompt_tokens");
  event.image_tokens = integer_at(json, "image_tokens");
  event.completion_tokens = integer_at(json, "completion_tokens");
  event.first_token_seconds = number_at(json, "first_token_seconds");
  event.seconds = number_at(json, "seconds");
  const std::lock_guard lock(mutex_);
  ++done_;
  prompt_tokens_ += event.prompt_tokens;
  completion_tokens_ += event.completion_tokens;
  prefill_seconds_ += number_at(json, "prefill_seconds");
  decode_seconds_ += number_at(json, "decode_seconds");
  return event;
}

void Chats::finish(int64_t task, const ChatEvent& event) {
  OnEvent on_event;
  {
    const std::lock_guard lock(mutex_);
    const auto found = chats_.find(task);
    if (found == chats_.end()) return;
    on_event = std::move(found->second.on_event);
    chats_.erase(found);
  }
  on_event(event);
}

// What had begun has shown text already; the others never notice.
void Chats::lost(const std::vector<int64_t>& tasks) {
  std::vector<int64_t> broken, cancelled;
  {
    const std::lock_guard lock(mutex_);
    model_ = ModelState::kUnloaded;
    for (auto task = tasks.rbegin(); task != tasks.rend(); ++task) {
      const auto found = chats_.find(*task);
      if (found == chats_.end()) continue;
      if (found->second.cancelled) {
        cancelled.push_back(*task);
        continue;
      }
      const bool again = !found->second.begun && ++found->second.losses < kMostLosses;
      if (again)
        queue_.push_front(*task);
      else
        broken.push_back(*task);
    }
  }
  for (const int64_t task : cancelled) finish(task, cancelled_event());
  for (const int64_t task : broken)
    finish(task, failed(Code::kServerFailed, "the engine ended under it", "try again"));
}

}  // namespace octavo::service
