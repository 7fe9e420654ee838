// MinerU's fixed prompts, answered by the basic tier: each picture is a job of one page that is
// removed when it has been read.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "server/openai/chat_run.h"
#include "server/openai/document_task.h"
#include "service/service.h"

namespace octavo::server {

// Outlived by the service; outlives the backend that it gives.
class Recognizers {
 public:
  explicit Recognizers(service::Service& service);
  ~Recognizers();
  Recognizers(const Recognizers&) = delete;
  Recognizers& operator=(const Recognizers&) = delete;

  ChatBackend backend();

 private:
  using OnEvent = std::function<void(const service::ChatEvent&)>;
  struct Errand {
    std::string job;
    DocumentTask task = DocumentTask::kText;
    bool keep_special = false;
    bool cancelled = false;
    uint64_t subscription = 0;
    OnEvent on_event;
  };

  Result<uint64_t> begin(service::ChatRequest request, OnEvent on_event);
  void cancel(uint64_t handle);
  void look_at(uint64_t handle);
  void work();
  // Nothing while it is not over.
  std::optional<service::ChatEvent> outcome(const Errand& errand, std::string& text) const;
  void finish(uint64_t handle);

  service::Service& service_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<uint64_t, Errand> errands_;
  std::set<uint64_t> to_look_at_;
  uint64_t last_ = 0;
  bool ended_ = false;
  std::thread thread_;  // reads results and forgets jobs: both touch the disk
};

}  // namespace octavo::server
