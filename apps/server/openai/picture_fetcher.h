// Pictures of chats from the network, on threads of their own: slow servers of strangers hold up
// each other alone.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "net/fetch.h"
#include "server/openai/chat_limits.h"
#include "server/openai/chat_request.h"
#include "server/openai/chat_run.h"

namespace octavo::server {

class PictureFetcher {
 public:
  explicit PictureFetcher(net::FetchOptions options, const ChatLimits& limits);
  // Ends what is under way.
  ~PictureFetcher();
  PictureFetcher(const PictureFetcher&) = delete;
  PictureFetcher& operator=(const PictureFetcher&) = delete;

  // Brings the wanted pictures in and begins the chat, or lets it fail: 400 invalid_url,
  // url_blocked; 424 fetch_failed, fetch_too_large, fetch_timeout; what take_picture() says.
  // False: too many wait.
  bool begin(AskedChat asked, std::shared_ptr<ChatRun> run);

 private:
  struct Errand {
    AskedChat asked;
    std::shared_ptr<ChatRun> run;
  };
  void work();
  void do_errand(Errand errand) const;

  const net::FetchOptions options_;
  const ChatLimits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Errand> waiting_;
  std::atomic<bool> ended_{false};
  std::vector<std::thread> threads_;
};

}  // namespace octavo::server
