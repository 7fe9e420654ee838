// Where work waits for workers of one kind: what the supervisor asks of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/frame.h"
#include "service/json.h"

namespace octavo::service {

struct Dispatch {
  int64_t task = 0;
  Message message;
};

// All calls come from the supervisor's thread.
class Desk {
 public:
  virtual ~Desk() = default;
  virtual bool has_work() const = 0;
  // The next task for a worker; it counts as running from now on. None: nothing waits.
  virtual std::optional<Dispatch> next() = 0;
  // Running tasks that nobody wants any more; each is told once.
  virtual std::vector<int64_t> take_cancelled() = 0;
  // What a worker says. `task` is one that it was given, or 0. True: the task has ended.
  virtual bool take(int64_t task, const std::string& what, const Json& json) = 0;
  // The worker that had them has died, or was ended because it hung.
  virtual void lost(const std::vector<int64_t>& tasks) = 0;
};

}  // namespace octavo::service
