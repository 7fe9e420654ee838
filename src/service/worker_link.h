// A worker's end of the line.
#pragma once

#include <functional>
#include <mutex>

#include "service/frame.h"
#include "service/json.h"

namespace octavo::service {

class WorkerLink {
 public:
  // The descriptor is not owned.
  explicit WorkerLink(int descriptor) : descriptor_(descriptor) {}

  // Thread-safe. What cannot be sent is dropped: the service has gone, and receive() ends.
  void send(const Json& json);

  // Blocks, on one thread, and hands over each message. True: the other end has closed; false: what
  // came was no message, or `take` said so.
  bool receive(const std::function<bool(const Json&, std::string bytes)>& take);

 private:
  int descriptor_;
  std::mutex mutex_;
};

}  // namespace octavo::service
