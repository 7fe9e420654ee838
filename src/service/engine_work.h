// Chats answered together by one model, in a worker.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "service/tasks.h"
#include "service/worker.h"
#include "service/worker_link.h"

namespace octavo::service {

// The model is loaded for the first chat, and unloaded after WorkerSetup::idle_unload without one.
// Calls come from any thread.
class EngineWork {
 public:
  EngineWork(WorkerSetup setup, const WorkerParts& parts, WorkerLink& link);
  ~EngineWork();  // cancels what runs

  void chat(ChatTask task);
  void cancel(int64_t task);

 private:
  struct Chat;
  class Feed;
  void run();
  void answer_all();
  bool load();
  bool wait_for_work();
  void say_state(std::string_view state, const Error* error = nullptr);
  void say_failed(int64_t task, const Error& error);

  const WorkerSetup setup_;
  const WorkerParts& parts_;
  WorkerLink& link_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Chat>> waiting_;
  std::map<int64_t, std::shared_ptr<Chat>> all_;
  bool ending_ = false;
  CancelFlag cancel_all_;
  std::unique_ptr<ChatModel> model_;  // of the thread
  std::thread thread_;
};

}  // namespace octavo::service
