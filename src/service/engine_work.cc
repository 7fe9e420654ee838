#include "service/engine_work.h"

#include <malloc.h>

#include <chrono>
#include <utility>

namespace octavo::service {
namespace {

int64_t steady_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

PromptMessage::Role role_of(ChatMessage::Role role) {
  switch (role) {
    case ChatMessage::Role::kSystem:
      return PromptMessage::Role::kSystem;
    case ChatMessage::Role::kAssistant:
      return PromptMessage::Role::kAssistant;
    case ChatMessage::Role::kUser:
      break;
  }
  return PromptMessage::Role::kUser;
}

GenerateRequest request_of(ChatRequest&& asked) {
  GenerateRequest request;
  for (ChatMessage& said : asked.messages) {
    PromptMessage& message = request.messages.emplace_back();
    message.role = role_of(said.role);
    for (ChatPart& part : said.parts) {
      message.parts.push_back({std::move(part.text), !part.picture.empty()});
      if (!part.picture.empty())
        request.pictures.push_back(
            {"picture " + std::to_string(request.pictures.size() + 1), std::move(part.picture)});
    }
  }
  request.sampling = asked.sampling;
  request.max_new_tokens = asked.max_new_tokens;
  request.stop = std::move(asked.stop);
  request.keep_special = asked.keep_special;
  request.max_pixels = asked.max_pixels;
  return request;
}

}  // namespace

struct EngineWork::Chat {
  int64_t task = 0;
  GenerateRequest request;
  CancelFlag cancelled;
  std::chrono::steady_clock::time_point begun;
};

// On the engine's thread.
class EngineWork::Feed : public GenerateFeed {
 public:
  explicit Feed(EngineWork& work) : work_(work) {}

  const GenerateRequest* next() override {
    while (true) {
      std::shared_ptr<Chat> chat;
      {
        const std::lock_guard lock(work_.mutex_);
        if (work_.waiting_.empty()) return nullptr;
        chat = std::move(work_.waiting_.front());
        work_.waiting_.pop_front();
      }
      if (chat->cancelled.is_set()) {
        say_end(*chat, {.end = GenerateEnd::kCancelled});
        continue;
      }
      chat->begun = std::chrono::steady_clock::now();
      work_.link_.send({{"is", "begun"}, {"task", chat->task}});
      const GenerateRequest* request = &chat->request;
      running_[request] = std::move(chat);
      return request;
    }
  }

  void done(const GenerateRequest* request, Result<Generation> result) override {
    const auto found = running_.find(request);
    if (found == running_.end()) return;
    const std::shared_ptr<Chat> chat = std::move(found->second);
    running_.erase(found);
    if (!result.ok()) {
      work_.say_failed(chat->task, result.error());
      return;
    }
    // Who stops listening ends a request as a stop string would.
    if (chat->cancelled.is_set()) result->end = GenerateEnd::kCancelled;
    say_end(*chat, *result);
  }

 private:
  void say_end(const Chat& chat, const Generation& generation) {
    const double seconds =
        chat.begun.time_since_epoch().count() == 0
            ? 0
            : std::chrono::duration<double>(std::chrono::steady_clock::now() - chat.begun).count();
    work_.link_.send({{"is", "end"},
                      {"task", chat.task},
                      {"finish", static_cast<int>(generation.end)},
                      {"prompt_tokens", generation.prompt_tokens},
                      {"image_tokens", generation.image_tokens},
                      {"completion_tokens", generation.token_ids.size()},
                      {"first_token_seconds", generation.first_token_seconds},
                      {"prefill_seconds", generation.prefill_seconds},
                      {"decode_seconds", generation.decode_seconds},
                      {"seconds", seconds}});
    const std::lock_guard lock(work_.mutex_);
    work_.all_.erase(chat.task);
  }

  EngineWork& work_;
  std::map<const GenerateRequest*, std::shared_ptr<Chat>> running_;
};

EngineWork::EngineWork(WorkerSetup setup, const WorkerParts& parts, WorkerLink& link)
    : setup_(std::move(setup)), parts_(parts), link_(link), thread_([this] { run(); }) {}

EngineWork::~EngineWork() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  cancel_all_.set();
  changed_.notify_all();
  thread_.join();
}

void EngineWork::chat(ChatTask task) {
  auto chat = std::make_shared<Chat>();
  chat->task = task.id;
  chat->request = request_of(std::move(task.request));
  chat->request.cancel = &chat->cancelled;
  chat->request.on_text = [this, self = chat.get()](std::string_view text) {
    if (self->cancelled.is_set()) return false;
    link_.send({{"is", "text"}, {"task", self->task}, {"text", text}, {"at_us", steady_us()}});
    return true;
  };
  const std::lock_guard lock(mutex_);
  all_[chat->task] = chat;
  waiting_.push_back(std::move(chat));
  changed_.notify_all();
}

void EngineWork::cancel(int64_t task) {
  const std::lock_guard lock(mutex_);
  if (const auto found = all_.find(task); found != all_.end()) found->second->cancelled.set();
}

void EngineWork::run() {
  while (wait_for_work())
    if (load()) answer_all();
}

// False: the end. In between, the model is given up when nobody wants it.
bool EngineWork::wait_for_work() {
  std::unique_lock lock(mutex_);
  const auto wanted = [this] { return ending_ || !waiting_.empty(); };
  const bool unloads = model_ != nullptr && setup_.idle_unload.count() > 0;
  if (unloads && !changed_.wait_for(lock, setup_.idle_unload, wanted)) {
    lock.unlock();
    model_.reset();
    ::malloc_trim(0);
    say_state("unloaded");
    lock.lock();
  }
  changed_.wait(lock, wanted);
  return !ending_;
}

// False: what waited has been told why not.
bool EngineWork::load() {
  if (model_) return true;
  say_state("loading");
  auto model = parts_.load_model(setup_.chat_model, setup_.chat);
  if (model.ok()) {
    model_ = std::move(model).value();
    say_state("ready");
    return true;
  }
  say_state("failed", &model.error());
  std::deque<std::shared_ptr<Chat>> waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting.swap(waiting_);
  }
  for (const auto& chat : waiting) say_failed(chat->task, model.error());
  return false;
}

void EngineWork::answer_all() {
  Feed feed(*this);
  model_->serve(feed, &cancel_all_);
}

void EngineWork::say_state(std::string_view state, const Error* error) {
  Json json = {{"is", "model"}, {"state", state}};
  if (error != nullptr) json["error"] = error->what;
  link_.send(json);
}

void EngineWork::say_failed(int64_t task, const Error& error) {
  Json json = {{"is", "failed"}, {"task", task}};
  json.update(error_json(error));
  link_.send(json);
  const std::lock_guard lock(mutex_);
  all_.erase(task);
}

}  // namespace octavo::service
