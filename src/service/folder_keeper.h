// Pages of one document in the folder of its job, and told to the service.
#pragma once

#include "octavo/page_keeper.h"
#include "service/job.h"
#include "service/page_writer.h"
#include "service/tasks.h"
#include "service/worker_link.h"

namespace octavo::service {

// Thread-safe as PageKeeper wants it. Pages and pictures are written beside the reading; a page
// counts as done once it is in the log of its document, its pictures before it. finished():
// kStorageFull, kOutputUnwritable.
class FolderKeeper : public PageKeeper {
 public:
  // What it is given must outlive it.
  FolderKeeper(const ReadTask& task, PageLog log, WorkerLink& link);

  void opened(const std::vector<int>& pages) override;
  PagePlan plan(int page) override;
  void started(int page) override;
  Status finished(const Document& page, const std::string& bytes) override;

  // Takes a picture of the document, before the page that it is on is finished.
  Status add_picture(const Picture& picture);
  // Returns when every page is on disk and told.
  Status flush() { return writer_.flush(); }

 private:
  void tell_done(const PageSnapshot& page);

  const ReadTask& task_;
  WorkerLink& link_;
  PageWriter writer_;
  bool pictures_are_found_ = false;  // their folder, after a power cut
};

}  // namespace octavo::service
