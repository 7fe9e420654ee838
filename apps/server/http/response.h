// What a client is answered: at once, later, or as a stream of events.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace octavo::server {

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::string file;          // a path: the body is that file in place of `body`
  bool delete_file = false;  // once it has been opened
};

// Says that there may be something new. May be called from any thread and at any time, also long
// after the client is gone.
using Wake = std::function<void()>;

// An answer that takes a while. Calls come from the thread of the connections and must not block,
// but for take(). Destroyed as soon as the client is gone: that is where the work is given up.
class Pending {
 public:
  virtual ~Pending() = default;
  virtual void start(Wake wake) = 0;
  // Is the answer there? Asked after each wake, and once when the time is over: then it must be.
  virtual bool ready(bool time_is_over) = 0;
  // The answer, once ready() has said so. On a thread for work: may read files.
  virtual Response take() = 0;
  virtual std::chrono::steady_clock::time_point deadline() const = 0;
};

// Server-sent events. As Pending, and pulled: the next piece is asked for when the one before has
// left for the client, so a slow client makes nothing grow.
class EventSource {
 public:
  enum class State { kWaiting, kMore, kFinished };
  virtual ~EventSource() = default;
  virtual void start(Wake wake) = 0;
  // Appends whole events to `out`. kWaiting: nothing more until the next wake. kFinished: what is
  // in `out` is the end.
  virtual State poll(std::string& out) = 0;
};

struct EventStream {
  std::unique_ptr<EventSource> source;
  std::vector<std::pair<std::string, std::string>> headers;
};

using Reply = std::variant<Response, std::unique_ptr<Pending>, EventStream>;

// "event: NAME\nid: ID\ndata: ...\n\n"; name and id may be empty. Lines of `data` each get "data:
// ".
std::string event_text(std::string_view name, std::string_view id, std::string_view data);

}  // namespace octavo::server
