// Puts pages on disk beside the reading: a flush takes about as long as reading a page of set text,
// and waits for the disk alone.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "octavo/result.h"
#include "service/durable.h"
#include "service/page_log.h"

namespace octavo::service {

// All that waits is written at once, with one flush of the log. Thread-safe.
class PageWriter {
 public:
  explicit PageWriter(PageLog log);
  // Writes what waits, unless writing has failed before.
  ~PageWriter();
  PageWriter(const PageWriter&) = delete;
  PageWriter& operator=(const PageWriter&) = delete;

  // As PageLog::find, before anything is added.
  std::optional<LoggedPage> find(int page) const { return log_.find(page); }

  // Waits while much waits. `done`, in the writer's thread: the page is there, come what may. A
  // picture is on disk before any page that is added later is. An error may be that of what was
  // added before: kStorageFull, kOutputUnwritable; after one nothing more is written.
  Status add(LoggedPage page, std::function<void()> done);
  Status add_picture(FileContent picture);
  // Returns when everything is on disk and told. Errors: as above.
  Status flush();

 private:
  struct Batch {
    std::map<std::string, FileContent> pictures;  // by path: equal ones have one
    std::vector<LoggedPage> pages;
    std::vector<std::function<void()>> done;  // of each page
    size_t bytes = 0;
    bool empty() const { return pictures.empty() && pages.empty(); }
  };
  Status add(size_t bytes, const std::function<void(Batch&)>& put);
  void work();
  Status write(Batch& batch);

  PageLog log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Batch waiting_;
  bool writing_ = false, ending_ = false;
  Status status_ = success();
  std::thread thread_;  // the last: it uses the others
};

}  // namespace octavo::service
