// Documents read and pages drawn, in a worker.
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "service/tasks.h"
#include "service/worker.h"
#include "service/worker_link.h"

namespace octavo::service {

// One task at a time, on a thread of its own; the service sends the next when one has ended. Calls
// come from the thread that receives. `parts` and `link` must outlive it.
class DocumentWork {
 public:
  DocumentWork(WorkerSetup setup, const WorkerParts& parts, WorkerLink& link);
  ~DocumentWork();  // waits for the task under way

  void read(ReadTask task);
  void draw(DrawTask task);
  void cancel(int64_t task);

 private:
  void begin(int64_t task, std::function<Json(const CancelFlag&)> work);
  Result<DocumentReader*> reader();
  Result<Json> do_read(const ReadTask& task, const CancelFlag& cancel);
  Result<Json> do_draw(const DrawTask& task, const CancelFlag& cancel);

  const WorkerSetup setup_;
  const WorkerParts& parts_;
  WorkerLink& link_;
  std::unique_ptr<DocumentReader> reader_;  // kept warm
  std::unique_ptr<CancelFlag> cancel_;      // of the task under way
  int64_t task_ = 0;
  std::thread thread_;
};

}  // namespace octavo::service
