// Pages of one document in the folder of its job, and told to the service.
#pragma once

#include <set>

#include "octavo/page_keeper.h"
#include "service/tasks.h"
#include "service/worker_link.h"

namespace octavo::service {

// Thread-safe as PageKeeper wants it. A page counts as done once its JSON is there; what to go on
// from and its pictures are on disk before. finished(): kStorageFull, kOutputUnwritable.
class FolderKeeper : public PageKeeper {
 public:
  FolderKeeper(const ReadTask& task, WorkerLink& link) : task_(task), link_(link) {}

  void opened(const std::vector<int>& pages) override;
  PagePlan plan(int page) override;
  void started(int page) override;
  Status finished(const Document& page, const std::string& bytes) override;

  // Takes a picture of the document, which is on disk when this returns.
  Status add_picture(const Picture& picture);

 private:
  const ReadTask& task_;
  WorkerLink& link_;
};

}  // namespace octavo::service
