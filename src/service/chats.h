// Chats on their way to the engine worker and back.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "service/chat.h"
#include "service/desk.h"
#include "service/service_options.h"
#include "service/service_status.h"

namespace octavo::service {

// Thread-safe; the calls of Desk come from the supervisor. See Service::chat.
class Chats : public Desk {
 public:
  using OnEvent = std::function<void(const ChatEvent&)>;
  Chats(const ServiceOptions& options, std::function<void()> wake_supervisor);
  ~Chats() override;  // gives up

  Result<uint64_t> chat(ChatRequest request, OnEvent on_event);
  void cancel(uint64_t handle);
  void add_to(ServiceStatus& status) const;
  void drain();
  // Once no worker is left: those that are not over are told that they are.
  void give_up();
  bool is_idle() const;

  bool has_work() const override;
  std::optional<Dispatch> next() override;
  std::vector<int64_t> take_cancelled() override;
  bool take(int64_t task, const std::string& what, const Json& json) override;
  void lost(const std::vector<int64_t>& tasks) override;

 private:
  struct Chat {
    Message message;  // until it has begun: an engine that dies before does not matter to it
    OnEvent on_event;
    bool begun = false, cancelled = false;
    int losses = 0;
  };

  Status check(const ChatRequest& request) const;
  ChatEvent end_event(const Json& json);
  void finish(int64_t task, const ChatEvent& event);

  const ServiceOptions& options_;
  const std::function<void()> wake_supervisor_;
  mutable std::mutex mutex_;
  std::map<int64_t, Chat> chats_;
  std::deque<int64_t> queue_;
  std::vector<int64_t> cancelled_;
  int64_t last_task_ = 0;
  bool draining_ = false;
  ModelState model_ = ModelState::kNone;
  std::string model_error_;
  int64_t done_ = 0, prompt_tokens_ = 0, completion_tokens_ = 0;
  double prefill_seconds_ = 0, decode_seconds_ = 0;
};

}  // namespace octavo::service
